import { createParser, type ValueParser } from './createParser.ts'

/** Returns undefined where there is no program, or a quote is not closed. */
const splitCommand = (text: string): string[] | undefined => {
  const isComplete = /^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(text)
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []
  const [program, ...args] = words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
  // The system takes no word with a NUL.
  return isComplete && program && !text.includes('\0') ? [program, ...args] : undefined
}

/** The words of a command. No shell reads it: quotes only keep a word with spaces together. */
export const command: ValueParser<string[]> = createParser({
  tomlType: 'string',
  read: splitCommand,
  form: 'a program and its arguments, with spaces between them and quotes around those that contain some',
  suggest: () => undefined,
})
