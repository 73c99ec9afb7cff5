import { defaultCommand } from '../defaultCommand.ts'
import type { CommandDescription, OptionDescription, Value } from '../describeCommands.ts'
import { optionPlaces } from './optionPlaces.ts'

/** Renders the completion script for fish 3 and later. */
export const renderFish = (commands: CommandDescription[]): string => `# Completion of music-library for fish.

# Prints the command before the cursor and the number of its arguments, such as "token add:1".
function __music_library_state
    set -l commands ${quoteAll(commands.map(({ path }) => path).filter(Boolean))}
    set -l options_with_value ${quoteAll(optionPlaces(commands).map(({ place }) => place))}
    set -l words (commandline -opc)
    set -l command ''
    set -l arguments 0
    set -l is_value 0
    for word in $words[2..-1]
        set -l subcommand (string trim -- "$command $word")
        if test $is_value = 1
            set is_value 0
        else if string match -q -- '-?*' $word
            # An option before any command is one of the default command.
            test -n "$command"; or set command ${defaultCommand}
            contains -- "$command $word" $options_with_value; and set is_value 1
        else if test $arguments = 0; and contains -- $subcommand $commands
            set command $subcommand
        else
            set arguments (math $arguments + 1)
        end
    end
    echo "$command:$arguments"
end

# Whether the command before the cursor is one of these.
function __music_library_in
    contains -- (string replace -r ':.*' '' -- (__music_library_state)) $argv
end

# Whether the command before the cursor and the number of its arguments are those of one of these patterns.
function __music_library_at
    set -l state (__music_library_state)
    for pattern in $argv
        string match -q -- $pattern $state; and return 0
    end
    return 1
end

complete -c music-library -f
${commands.map((command) => renderCommand(command, commands)).join('\n')}
`

const renderCommand = ({ path, options, args, commands }: CommandDescription, all: CommandDescription[]) => {
  const descriptionOf = (name: string) => all.find((command) => command.path === `${path} ${name}`.trim())?.description
  // Without a command the options of the default command are valid, too.
  const places = path === defaultCommand ? [path, ''] : [path]
  const condition = `__music_library_in ${quoteAll(places)}`
  const complete = (test: string, options: string) => `complete -c music-library -n ${quote(test)} ${options}`
  return [
    ...commands.map((name) =>
      complete(`__music_library_at ${quote(`${path}:0`)}`, `-a ${name} -d ${quote(descriptionOf(name) ?? '')}`),
    ),
    ...options.map((option) => complete(condition, renderOption(option))),
    ...args.flatMap(({ value, variadic }, index) => {
      const action = renderValue(value)
      return action ? [complete(`__music_library_at ${quote(`${path}:${variadic ? '*' : index}`)}`, action)] : []
    }),
  ].join('\n')
}

const renderOption = ({ flags, description, value }: OptionDescription) => {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const parameter = value ? [value.kind === 'file' ? '-r' : '-x', renderValue(value)].filter(Boolean) : []
  return [...names, ...parameter, `-d ${quote(description)}`].join(' ')
}

const renderValue = (value: Value) => {
  if (value.kind === 'words') return `-a ${quote(value.words.join(' '))}`
  return { file: '-F', folder: "-a '(__fish_complete_directories)'", text: '' }[value.kind]
}

const quote = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

const quoteAll = (texts: string[]) => texts.map(quote).join(' ')
