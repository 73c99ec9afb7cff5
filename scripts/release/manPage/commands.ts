import { settingNames } from '../../../src/config/settings.ts'
import type {
  ArgumentDescription,
  CommandDescription,
  OptionDescription,
} from '../../../src/program/describeCommands.ts'
import { argument, type Entry, flag, type Line, list, paragraphs, text } from './mdoc.ts'

/** The section about all commands, without the program itself and the help of subcommands. */
export const renderCommands = (commands: CommandDescription[]): Line[] =>
  list(
    commands
      .filter(({ path }) => path !== '' && !path.endsWith(' help'))
      .map((command) => [renderUsage(command), renderBody(command)]),
  )

const renderUsage = ({ path, args, options }: CommandDescription) => {
  const needed = options.filter(({ isRequired }) => isRequired)
  return [
    `Cm ${argument(path)}`,
    ...needed.map(renderTerm),
    options.length > needed.length ? 'Oo Ar option ... Oc' : '',
    ...args.map(renderArgument),
  ]
    .filter(Boolean)
    .join(' ')
}

const renderArgument = ({ name, required, variadic }: ArgumentDescription) => {
  const term = `Ar ${name}${variadic ? ' ...' : ''}`
  return required ? term : `Oo ${term} Oc`
}

const renderBody = ({ description, notes, options, args, commands }: CommandDescription): Line[] => {
  const own = options.filter(({ setting, flags }) => !setting && !isCommon(flags))
  const entries = [
    ...args.map((arg): Entry => [`Ar ${arg.name}`, renderArgumentText(arg)]),
    ...own.map((option): Entry => [renderTerm(option), renderOptionText(option)]),
  ]
  return [
    ...text(toSentence(description)),
    ...(commands.length > 0
      ? text(`Its subcommands are ${formatList(commands.filter((name) => name !== 'help'))}.`)
      : []),
    ...renderSettings(options),
    ...(entries.length > 0 ? ['.Pp', ...list(entries, { isCompact: true })] : []),
    ...(notes ? ['.Pp', ...paragraphs(notes)] : []),
  ]
}

/** These are described once for all commands. */
const isCommon = (flags: string[]) => flags.includes('--help') || flags.includes('--config')

const renderArgumentText = ({ description, value, defaultText }: ArgumentDescription) => [
  ...text(toSentence(description || 'the command to explain')),
  ...(value.kind === 'words' ? text(`One of ${formatList(value.words)}.`) : []),
  ...renderDefault(defaultText),
]

const renderOptionText = ({ description, value, defaultText }: OptionDescription) => [
  ...text(toSentence(description)),
  ...(value?.kind === 'words' ? text(`One of ${formatList(value.words)}.`) : []),
  ...renderDefault(defaultText),
]

const renderDefault = (defaultText: string | undefined) => (defaultText ? text(`The default is ${defaultText}.`) : [])

/** An option with its value. */
export const renderTerm = ({ flags, placeholder }: Pick<OptionDescription, 'flags' | 'placeholder'>): string => {
  const value = placeholder === undefined ? '' : ` Ar ${argument(placeholder.replaceAll(/[<>]/g, ''))}`
  return flags.map((name) => `${flag(name)}${value}`).join(' , ')
}

/** Which settings a command takes. */
const renderSettings = (options: OptionDescription[]): Line[] => {
  const named = options.filter(({ setting }) => setting)
  if (named.length === 0) return []
  // The settings of the first admin have no flags.
  const isAll = named.length >= settingNames.length - 2
  const names = formatList(named.map(({ flags }) => flags.join()))
  return text(isAll ? 'It takes all settings.' : `It takes the setting${named.length === 1 ? '' : 's'} ${names}.`)
}

export const formatList = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The help of a command starts small and has no full stop. */
export const toSentence = (help: string): string =>
  `${help.charAt(0).toUpperCase()}${help.slice(1)}${help.endsWith('.') ? '' : '.'}`
