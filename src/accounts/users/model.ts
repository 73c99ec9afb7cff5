import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Email, NewPassword, SentPassword } from '../../validation/credentials.ts'
import { Reference } from '../../validation/reference.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { timestamps } from '../../validation/schemas.ts'
import { Text, VisibleText } from '../../validation/text.ts'

export const Role = Type.Object({ id: Type.Integer(), name: Type.String(), ...timestamps })

/** A user, as all responses contain it. */
export const User = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role_id: Type.Integer(),
  ...timestamps,
  role: Role,
})
export type User = Static<typeof User>

const account = { name: Text(maxTextLength), email: Email(), password: NewPassword() }
const role_id = Type.Optional(Reference())

/** The body of POST /users. */
export const NewUser = Type.Object({ ...account, name: VisibleText(maxTextLength), role_id })

/** The body of PUT /users/:id. */
export const UserChanges = Type.Partial(Type.Object({ ...account, role_id }))

/** The body of PUT /me. */
export const OwnChanges = Type.Partial(Type.Object({ ...account, current_password: SentPassword() }))
export type OwnChanges = StaticDecode<typeof OwnChanges>
