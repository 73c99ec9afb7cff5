import { UsageError } from '../errors.ts'

/** Parses the id of a token or an invitation, as the command `<kind> list` shows it. @throws UsageError */
export const parseId = (text: string, kind: 'token' | 'invitation'): number => {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  const command = kind === 'token' ? 'token list' : 'invite list'
  throw new UsageError(
    `"${text}" is no id of ${kind === 'token' ? 'a token' : 'an invitation'}: that is a whole number, as "${command}" shows it.`,
  )
}
