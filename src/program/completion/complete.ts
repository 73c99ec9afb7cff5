import { defaultCommand } from '../defaultCommand.ts'
import type { CommandDescription, Value } from '../describeCommands.ts'

export interface Completion {
  kind: Value['kind']
  /** The words that can stand at the cursor; those of commands and options have a description. */
  words: readonly (readonly [word: string, description?: string])[]
}

/**
 * What can stand at the cursor.
 * @param typed - the words after the name of the program; the last one is at the cursor, and may be empty
 */
export const complete = (commands: readonly CommandDescription[], typed: readonly string[]): Completion => {
  const find = (path: string) => commands.find((command) => command.path === path)
  const optionsOf = (path: string) => find(path)?.options ?? []
  const valueOfOption = (path: string, flag: string) => optionsOf(path).find(({ flags }) => flags.includes(flag))?.value
  const current = typed.at(-1) ?? ''
  let path = ''
  let argumentCount = 0
  let value: Value | undefined
  for (const word of typed.slice(0, -1)) {
    const subcommand = `${path} ${word}`.trim()
    if (/^-./.test(word)) {
      // What begins with a dash is no value: that of an option can be optional. An option before any command is one of the default command.
      path ||= defaultCommand
      value = valueOfOption(path, word)
    } else if (value) value = undefined
    else if (argumentCount === 0 && find(subcommand)) path = subcommand
    else argumentCount++
  }
  if (value && !current.startsWith('-')) return ofValue(value)
  const [flag] = /^--[^=]+(?==)/.exec(current) ?? []
  if (flag !== undefined) return ofValue(valueOfOption(path || defaultCommand, flag))
  if (current.startsWith('-')) {
    // Without a command the options of the default command are valid, too.
    const options = [...optionsOf(path), ...(path === '' ? optionsOf(defaultCommand) : [])]
    const described = options.flatMap(({ flags, description }) => flags.map((flag) => [flag, description] as const))
    return { kind: 'words', words: [...new Map(described)] }
  }
  const { commands: names = [], args = [] } = find(path) ?? {}
  if (argumentCount === 0 && names.length > 0)
    return { kind: 'words', words: names.map((name) => [name, find(`${path} ${name}`.trim())?.description]) }
  return ofValue((args[argumentCount] ?? args.find(({ variadic }) => variadic))?.value)
}

const ofValue = (value: Value = { kind: 'text' }): Completion => ({
  kind: value.kind,
  words: value.kind === 'words' ? value.words.map((word) => [word]) : [],
})
