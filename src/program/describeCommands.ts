import type { Argument, Command, Option } from 'commander'
import { SettingOption } from '../config/commandOptions.ts'
import type { Setting } from '../config/setting.ts'
import { type SettingName, settings } from '../config/settings.ts'

// What the completion and the manual page say is read from the commands, so that nothing is missing there.

/** The values that an option or an argument takes. */
export type Value = { kind: 'file' | 'folder' | 'text' } | { kind: 'words'; words: readonly string[] }

export interface OptionDescription {
  /** `-h` and `--help`. */
  flags: string[]
  description: string
  /** How the help names the value, such as `<file>`; undefined if it takes none. */
  placeholder: string | undefined
  value: Value | undefined
  /** The setting whose flag it is. */
  setting: SettingName | undefined
  /** The default as text, unless it is that of a setting. */
  defaultText: string | undefined
  /** Whether the command fails without it. */
  isRequired: boolean
}

export interface ArgumentDescription {
  name: string
  description: string
  required: boolean
  variadic: boolean
  value: Value
  defaultText: string | undefined
}

export interface CommandDescription {
  /** The names after that of the program: `token add`. That of the program itself is empty. */
  path: string
  description: string
  /** What the help says at its end, such as examples. */
  notes: string
  options: OptionDescription[]
  args: ArgumentDescription[]
  /** The names of its subcommands. */
  commands: string[]
}

/**
 * Describes the program and all of its commands, in the order of the help. What takes long is read only when it is asked for: a TAB waits for
 * the description of one command.
 * @param topics - the values of the arguments of `help`: the names of the other commands
 */
export const describeCommands = (command: Command, path: string[] = [], topics?: string[]): CommandDescription[] => {
  const help = command.createHelp()
  const subcommands = help.visibleCommands(command)
  const names = subcommands.map((subcommand) => subcommand.name())
  const others = names.filter((name) => name !== 'help')
  return [
    {
      path: path.join(' '),
      description: command.description(),
      get notes() {
        return readNotes(command)
      },
      get options() {
        return help.visibleOptions(command).map(describeOption)
      },
      get args() {
        return command.registeredArguments.map((arg) => describeArgument(arg, topics))
      },
      commands: names,
    },
    ...subcommands.flatMap((subcommand) => {
      const name = subcommand.name()
      return describeCommands(subcommand, [...path, name], name === 'help' ? others : undefined)
    }),
  ]
}

const describeOption = (option: Option): OptionDescription => {
  const setting = option instanceof SettingOption ? option.setting : undefined
  const { help, parser }: Partial<Setting> = setting ? settings[setting] : {}
  const placeholder = /[<[].*$/.exec(option.flags)?.[0]
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description: help ?? option.description,
    placeholder,
    value: placeholder === undefined ? undefined : describeValue(placeholder, option.argChoices ?? parser?.choices),
    setting,
    defaultText: defaultTextOf(option),
    isRequired: option.mandatory,
  }
}

const describeArgument = (arg: Argument, topics = arg.argChoices): ArgumentDescription => ({
  name: arg.name(),
  description: arg.description,
  required: arg.required,
  variadic: arg.variadic,
  value: describeValue(arg.name(), topics),
  defaultText: defaultTextOf(arg),
})

const defaultTextOf = ({ defaultValue, defaultValueDescription }: Option | Argument): string | undefined =>
  defaultValueDescription ?? (defaultValue === undefined ? undefined : String(defaultValue))

/** What the help calls a file or a folder is one. */
const describeValue = (placeholder: string, words: readonly string[] | undefined): Value => {
  if (words) return { kind: 'words', words }
  const name = placeholder.replaceAll(/[^a-z]/g, '')
  return { kind: name === 'file' || name === 'folder' ? name : 'text' }
}

/** Commander has these texts only in its whole help. */
const readNotes = (command: Command) => {
  let text = ''
  const { writeOut } = command.configureOutput()
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  command.configureOutput({ ...(writeOut && { writeOut }) })
  return text.slice(command.helpInformation().length).trim()
}
