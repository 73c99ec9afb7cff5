import { type Static, Type } from '@sinclair/typebox'
import { Email, NewPassword, SentPassword } from '../../validation/account.ts'
import { AnyText, Text } from '../../validation/text.ts'
import { User } from '../users/model.ts'

/** The body of POST /register. */
export const Registration = Type.Object({
  name: Text(255),
  email: Email(),
  password: NewPassword(),
  password_confirmation: SentPassword(),
})

/** The body of POST /register where registering needs an invitation. */
export const InvitedRegistration = Type.Object({ ...Registration.properties, invitation: AnyText() })

/** The body of POST /login. */
export const Credentials = Type.Object({ email: AnyText(), password: SentPassword() })

/** The response of register and login. */
export const Session = Type.Object({ token: Type.String(), user: User })
export type Session = Static<typeof Session>
