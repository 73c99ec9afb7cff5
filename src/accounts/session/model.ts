import { type Static, Type } from '@sinclair/typebox'
import { ValidationError } from '../../base/errors.ts'
import { Email, NewPassword, SentPassword } from '../../validation/credentials.ts'
import { maxTextLength } from '../../validation/rules.ts'
import { NamedObject, withExample } from '../../validation/schemas.ts'
import { AnyText, VisibleText } from '../../validation/text.ts'
import { normalizePassword } from '../passwords.ts'
import { User } from '../users/model.ts'

const account = {
  name: withExample(VisibleText(maxTextLength), 'Ada'),
  email: withExample(Email(), 'ada@example.com'),
  password: withExample(NewPassword(), 'a long secret'),
  password_confirmation: withExample(SentPassword(), 'a long secret'),
}

/** The body of POST /register where registering needs no invitation: one that is sent is ignored. */
export const OpenRegistration = Type.Object(account)

/** The body of POST /register where registering needs an invitation. */
export const InvitedRegistration = Type.Object({ ...account, invitation: AnyText() })

/** The body of POST /register. Whether it needs an invitation is a setting, which can change while the server runs. */
export const Registration = NamedObject('Registration', {
  ...account,
  invitation: Type.Optional(
    AnyText('The code of an invitation. It is required if the operator has set `registration = "invite"`.'),
  ),
})
export type Registration = Static<typeof Registration>

/** The body of POST /login. */
export const Credentials = NamedObject('Credentials', {
  email: withExample(AnyText(), 'ada@example.com'),
  password: withExample(SentPassword(), 'a long secret'),
})

/** The response of register and login. */
export const Session = NamedObject('Session', {
  token: withExample(Type.String(), 'mlib_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA'),
  user: User,
})
export type Session = Static<typeof Session>

/** @throws ValidationError unless a new password was sent twice */
export const requireConfirmation = (sent: { password: string; password_confirmation: string }): void => {
  if (normalizePassword(sent.password) === normalizePassword(sent.password_confirmation)) return
  const sentences = ['The password and its confirmation are not the same.']
  throw new ValidationError({ password: sentences, password_confirmation: sentences })
}
