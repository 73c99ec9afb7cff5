import { type Command, Help, type Option } from 'commander'
import { SettingOption } from '../config/commandOptions.ts'
import type { Setting } from '../config/setting.ts'
import { settings } from '../config/settings.ts'

/** What the help of the program describes. It only names the other commands. */
const commonCommands = ['serve', 'scan', 'seed', 'export', 'user', 'backup', 'restore', 'undo', 'doctor', 'help']

/** Those of `serve` for programs that start it, and for tests. */
const rareFlags = [
  '--reset-every',
  '--now',
  '--control',
  '--copy-of',
  '--without-accounts',
  '--stop-with-stdin',
  '--port-file',
]

const isCommonOption = (option: Option) => {
  if (!(option instanceof SettingOption)) return !rareFlags.includes(option.long ?? '')
  const setting: Setting = settings[option.setting]
  return setting.common ?? false
}

/** Makes the help of the program leave out the commands that few people need. It names them at its end. */
export const shortenCommandList = (program: Command): void => {
  const isCommon = (command: Command) => commonCommands.includes(command.name())
  program.configureHelp({
    formatHelp: (_, helper) => {
      const all = helper.visibleCommands(program)
      const names = all.flatMap((command) => (isCommon(command) ? [] : [command.name()]))
      const text = formatHelp(program, helper, { visibleCommands: () => all.filter(isCommon) })
      if (names.length === 0) return text
      const list = helper.boxWrap(`${names.join(', ')}. "help <command>" describes each.`, (helper.helpWidth ?? 80) - 2)
      return `${text}\nMore commands:\n${list.replaceAll(/^/gm, '  ')}\n`
    },
  })
}

/** Makes the help of a command that takes all settings leave out those that few people need. `--help-all` prints all. */
export const shortenSettings = (command: Command): Command => {
  const formatShort = (_: Command, helper: Help) => {
    const options = helper.visibleOptions(command).filter(isCommonOption)
    return formatHelp(command, helper, { visibleOptions: () => options })
  }
  return command
    .configureHelp({ formatHelp: formatShort })
    .option('--help-all', 'print this help with all settings and flags')
    .on('option:help-all', () => command.configureHelp({}).help())
}

const formatHelp = (command: Command, helper: Help, filters: Partial<Help>) =>
  Help.prototype.formatHelp.call(helper, command, Object.assign(Object.create(helper), filters))
