import { parse, TomlError } from 'smol-toml'
import { UsageError } from '../base/errors.ts'

/** Parses a file. @throws UsageError with the line of the error; it never quotes a value, which may be secret */
export const parseToml = (text: string, path: string) => {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new UsageError(`${path}:${error.line}: ${describeError(text, error)}`)
  }
}

const describeError = (text: string, error: TomlError) => {
  const redefinition = findRedefinition(text, error)
  if (redefinition) return `${redefinition.key} is set in line ${redefinition.line} already. Keep one of the two lines.`
  // The other lines of the message quote the file.
  const reason = error.message.replace(/\n.*/s, '').replace('Invalid TOML document: ', '')
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. Write name = value, with quotes around texts.`
}

/**
 * Where the key of a line with an error was set before; undefined if this is not the error. The parser does not say it. It is the line
 * that, with another key, takes the error away.
 */
const findRedefinition = (text: string, { line, column }: TomlError) => {
  const lines = text.split(/\r?\n/).slice(0, line)
  const last = lines.pop() ?? ''
  const key = /[\w-]+/.exec(last.slice(column - 1))?.[0]
  if (key === undefined) return
  // Its value may end in a later line.
  const declaration = last.replace(/=.*/, '= 0')
  const isValidAfter = (before: string[]) => isValid([...before, declaration].join('\n'))
  if (isValidAfter(lines)) return
  const sets = new RegExp(`^[\\s["'\\w.-]*?(?<![\\w-])${RegExp.escape(key)}(?![\\w-])`)
  const index = lines.findIndex(
    (before, at) => sets.test(before) && isValidAfter(lines.with(at, before.replace(key, `${key}_`))),
  )
  return index < 0 ? undefined : { key, line: index + 1 }
}

const isValid = (text: string) => {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}
