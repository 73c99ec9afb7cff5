import { type Static, Type } from '@sinclair/typebox'
import { Email, NewPassword, SentPassword } from '../../validation/account.ts'
import { AnyText, Text } from '../../validation/text.ts'
import { User } from '../users/model.ts'

/** POST /register */
export const Registration = Type.Object({
  name: Text(255),
  email: Email(),
  password: NewPassword(),
  password_confirmation: SentPassword(),
})

/** POST /login */
export const Credentials = Type.Object({ email: AnyText(), password: SentPassword() })

/** What registering and logging in answer. */
export const Session = Type.Object({ token: Type.String(), user: User })
export type Session = Static<typeof Session>
