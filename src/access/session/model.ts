import { Type } from '@sinclair/typebox'
import { AnyText, Email, NewPassword, SentPassword, Text } from '../../http/fields.ts'
import { User } from '../user/model.ts'

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
