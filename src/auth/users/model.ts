import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { timestamps } from '../../http/schemas.ts'
import { Email, NewPassword, SentPassword } from '../../validation/account.ts'
import { Reference } from '../../validation/reference.ts'
import { Text } from '../../validation/text.ts'

export const Role = Type.Object({ id: Type.Integer(), name: Type.String(), ...timestamps })

/** A user as every answer shows one. */
export const User = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  role_id: Type.Integer(),
  ...timestamps,
  role: Role,
})
export type User = Static<typeof User>

const account = { name: Text(255), email: Email(), password: NewPassword() }

/** POST /users */
export const NewUser = Type.Object({ ...account, role_id: Type.Optional(Reference()) })

/** PUT /users/:id */
export const UserChanges = Type.Partial(NewUser)

/** PUT /me */
export const OwnChanges = Type.Partial(Type.Object({ ...account, current_password: SentPassword() }))
export type OwnChanges = StaticDecode<typeof OwnChanges>
