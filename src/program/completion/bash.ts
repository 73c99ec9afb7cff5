import { defaultCommand } from '../defaultCommand.ts'
import type { CommandDescription, Value } from '../describeCommands.ts'
import { optionPlaces, type Place, withDefaultOptions } from './optionPlaces.ts'

/** Renders the completion script for bash 3.2 and later. It needs no other script, and starts no program. */
export const renderBash = (commands: CommandDescription[]): string => `# Completion of music-library for bash.

# Sets \`commands\` and \`options\` to those of a command.
_music_library_command() {
  case $1 in
${withDefaultOptions(commands).map(renderCommand).join('\n')}
  esac
}

# Sets \`kind\` and \`choices\` to the values of an option of a command; \`kind\` is empty if the option takes none.
_music_library_option() {
  kind='' choices=''
  case "$1 $2" in
${renderPlaces(optionPlaces(commands))}
  esac
}

# Sets \`kind\` and \`choices\` to the values of an argument of a command, by the number of arguments before it.
_music_library_argument() {
  kind='' choices=''
  case "$1 $2" in
${renderPlaces(argumentPlaces(commands))}
  esac
}

_music_library() {
  # Bash splits words at characters such as = and @. Those without space between them are one word.
  local rest=$COMP_LINE words=() last=-1 i word
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if [[ $i -eq 0 || $rest == [[:space:]]* ]]; then
      last=$((last + 1))
      words[last]=''
    fi
    rest=\${rest#"\${rest%%[![:space:]]*}"}
    word=\${COMP_WORDS[i]}
    words[last]+=$word
    rest=\${rest#"$word"}
  done
  local command='' arguments=0 option='' commands options kind choices
  _music_library_command ''
  for ((i = 1; i < last; i++)); do
    word=\${words[i]}
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -?* ]]; then
      # An option before any command is one of the default command.
      [[ -n $command ]] || { command=${defaultCommand}; _music_library_command "$command"; }
      _music_library_option "$command" "$word"
      [[ -z $kind ]] || option=$word
    elif [[ $arguments -eq 0 && " $commands " == *" $word "* ]]; then
      command="$command\${command:+ }$word"
      _music_library_command "$command"
    else
      arguments=$((arguments + 1))
    fi
  done
  local current=\${words[last]}
  if [[ -z $option && $current == --*=* ]]; then
    option=\${current%%=*} current=\${current#*=}
  fi
  if [[ -n $option ]]; then
    _music_library_option "\${command:-${defaultCommand}}" "$option"
  elif [[ $current == -* ]]; then
    kind=words choices=$options
  elif [[ $arguments -eq 0 && -n $commands ]]; then
    kind=words choices=$commands
  else
    _music_library_argument "$command" "$arguments"
  fi
  COMPREPLY=()
  local IFS=$'\\n'
  case $kind in
    words) IFS=$' \\n' COMPREPLY=($(compgen -W "$choices" -- "$current")) ;;
    # Bash 3.2 has no compopt.
    file) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$current")) ;;
    folder) compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$current")) ;;
  esac
}

complete -F _music_library music-library
`

const renderCommand = ({ path, commands, options }: CommandDescription) => {
  const flags = options.flatMap((option) => option.flags)
  return `    '${path}') commands='${commands.join(' ')}' options='${flags.join(' ')}' ;;`
}

/** A variadic argument stands at its own index and at all after it. */
const argumentPlaces = (commands: CommandDescription[]): Place[] =>
  commands.flatMap(({ path, args }) =>
    args.map(({ value, variadic }, index) => ({ place: `${path} ${variadic ? '*' : index}`, value })),
  )

const renderPlaces = (places: Place[]) =>
  Object.entries(Object.groupBy(places, ({ value }) => renderValue(value)))
    .map(([value, entries = []]) => `    ${entries.map(({ place }) => renderPattern(place)).join(' | ')}) ${value} ;;`)
    .join('\n')

const renderPattern = (place: string) => (place.endsWith('*') ? `'${place.slice(0, -1)}'*` : `'${place}'`)

const renderValue = (value: Value) =>
  value.kind === 'words' ? `kind=words choices='${value.words.join(' ')}'` : `kind=${value.kind}`
