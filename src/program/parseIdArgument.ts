import { UsageError } from '../base/errors.ts'
import { parseId } from '../validation/reference.ts'

const kinds = {
  token: { name: 'a token', command: 'token list' },
  invitation: { name: 'an invitation', command: 'invite list' },
  entry: { name: 'an entry', command: 'audit' },
}

/** Parses an id, as a command shows it. @throws UsageError */
export const parseIdArgument = (text: string, kind: keyof typeof kinds): number => {
  const id = parseId(text)
  if (id !== undefined) return id
  const { name, command } = kinds[kind]
  throw new UsageError(`"${text}" is not the id of ${name}. Give a whole number, as "${command}" shows it.`)
}
