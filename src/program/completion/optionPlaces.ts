import { defaultCommand } from '../defaultCommand.ts'
import type { CommandDescription, Value } from '../describeCommands.ts'

/** A value that can be completed, with the place where it stands. */
export interface Place {
  /** The command with an option, such as `serve --registration`, or with the index of an argument, such as `user role 1`. */
  place: string
  value: Value
}

/** Options with a value, of all commands. */
export const optionPlaces = (commands: CommandDescription[]): Place[] =>
  commands.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) => (value ? flags.map((flag) => ({ place: `${path} ${flag}`, value })) : [])),
  )

/** Adds the options of the default command to those of the program. */
export const withDefaultOptions = (commands: CommandDescription[]): CommandDescription[] => {
  const { options = [] } = commands.find(({ path }) => path === defaultCommand) ?? {}
  return commands.map((command) => {
    if (command.path !== '') return command
    const own = new Set(command.options.flatMap(({ flags }) => flags))
    return {
      ...command,
      options: [...command.options, ...options.filter(({ flags }) => !flags.some((f) => own.has(f)))],
    }
  })
}
