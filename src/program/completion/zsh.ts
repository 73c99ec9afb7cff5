import type { ArgumentDescription, CommandDescription, OptionDescription, Value } from '../describeCommands.ts'
import { withDefaultOptions } from './optionPlaces.ts'

/** Renders the completion script for zsh: the file \`_music-library\` in a folder of \`fpath\`, or a script to be sourced. */
export const renderZsh = (commands: CommandDescription[]): string => `#compdef music-library
# Completion of music-library for zsh.

${withDefaultOptions(commands)
  .map((command) => renderFunction(command, commands))
  .join('\n')}
if [[ $funcstack[1] == _music-library ]]; then
  _music-library "$@"
else
  compdef _music-library music-library
fi
`

const functionName = (path: string) => ['_music-library', ...path.split(' ').filter(Boolean)].join('_')

const renderFunction = (command: CommandDescription, all: CommandDescription[]) =>
  command.commands.length > 0 ? renderGroup(command, all) : renderLeaf(command)

const renderLeaf = ({ path, options, args }: CommandDescription) => `${functionName(path)}() {
  _arguments -S${[...options.map(renderOption), ...args.map(renderArgument)].map((spec) => ` \\\n    ${spec}`).join('')}
}
`

/** An option before any command is one of the default command, which no other one follows. */
const afterOptions = '(( CURRENT > 2 )) || '

const renderGroup = ({ path, options, commands }: CommandDescription, all: CommandDescription[]) => {
  const descriptionOf = (name: string) => all.find((command) => command.path === `${path} ${name}`.trim())?.description
  const entries = commands.map((name) => quote(`${name}:${descriptionOf(name)}`))
  const cases = commands.map((name) => `        ${name}) ${functionName(`${path} ${name}`)} && ret=0 ;;`)
  return `${functionName(path)}() {
  local curcontext=$curcontext context state state_descr line ret=1
  typeset -A opt_args
  _arguments -S -C${options.map((option) => ` \\\n    ${renderOption(option)}`).join('')} \\
    '1: :->command' \\
    '*:: :->arguments' && ret=0
  case $state in
    command)
      local -a commands
      commands=(${entries.map((entry) => `\n        ${entry}`).join('')}
      )
      ${path === '' ? afterOptions : ''}_describe -t commands command commands && ret=0
      ;;
    arguments)
      curcontext=\${curcontext%:*:*}:\${words[1]}:
      case $line[1] in
${cases.join('\n')}
      esac
      ;;
  esac
  return ret
}
`
}

const renderOption = ({ flags, description, placeholder, value }: OptionDescription) => {
  const name = placeholder?.replaceAll(/[<>[\]]/g, '') ?? ''
  const argument = value ? `:${escapeSpec(name)}:${renderAction(value)}` : ''
  const text = quote(`[${escapeSpec(description)}]${argument}`)
  // A long option takes its value after a space or an equals sign.
  if (flags.length === 1) return `${flags[0]}${value ? '=' : ''}${text}`
  return `'(${flags.join(' ')})'{${flags.join(',')}}${text}`
}

const renderArgument = ({ description, name, required, variadic, value }: ArgumentDescription) => {
  const text = `${escapeSpec(description || name)}:${renderAction(value)}`
  return quote(variadic ? `*:${text}` : `${required ? '' : ':'}:${text}`)
}

const renderAction = (value: Value) => {
  if (value.kind === 'words') return `(${value.words.join(' ')})`
  return { file: '_files', folder: '_files -/', text: ' ' }[value.kind]
}

const escapeSpec = (text: string) => text.replaceAll(/[\\[\]:]/g, '\\$&')

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
