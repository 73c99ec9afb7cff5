import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Email, NewPassword, SentPassword } from '../../validation/credentials.ts'
import { Reference } from '../../validation/reference.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { NamedObject, timestamps, withExample } from '../../validation/schemas.ts'
import { Text, VisibleText } from '../../validation/text.ts'

export const Role = NamedObject('Role', {
  id: withExample(Type.Integer(), 2),
  name: withExample(Type.String(), 'user'),
  ...timestamps,
})

/** A user, as all responses contain it. */
export const User = NamedObject('User', {
  id: withExample(Type.Integer(), 2),
  name: withExample(Type.String(), 'Ada'),
  email: withExample(Type.String(), 'ada@example.com'),
  role_id: withExample(Type.Integer(), 2),
  ...timestamps,
  role: Role,
})
export type User = Static<typeof User>

const account = { name: Text(maxTextLength), email: Email(), password: NewPassword() }
const role_id = Type.Optional(Reference())

/** The body of POST /users. */
export const NewUser = NamedObject(
  'NewUser',
  { ...account, name: VisibleText(maxTextLength), role_id },
  { name: 'Ada', email: 'ada@example.com', password: 'a long secret', role_id: 2 },
)

/** The body of PUT /users/:id. */
export const UserChanges = withExample(Type.Partial(NamedObject('UserChanges', { ...account, role_id })), {
  name: 'Ada Lovelace',
})

/** The body of PUT /me. */
export const OwnChanges = withExample(
  Type.Partial(NamedObject('OwnChanges', { ...account, current_password: SentPassword() })),
  { name: 'Ada Lovelace' },
)
export type OwnChanges = StaticDecode<typeof OwnChanges>
