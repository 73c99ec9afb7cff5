import { UsageError } from '../errors.ts'
import { parseId } from '../validation/reference.ts'

/** Parses the id of a token or an invitation, as the command `<kind> list` shows it. @throws UsageError */
export const parseIdArgument = (text: string, kind: 'token' | 'invitation'): number => {
  const id = parseId(text)
  if (id !== undefined) return id
  const command = kind === 'token' ? 'token list' : 'invite list'
  throw new UsageError(
    `"${text}" is no id of ${kind === 'token' ? 'a token' : 'an invitation'}: that is a whole number, as "${command}" shows it.`,
  )
}
