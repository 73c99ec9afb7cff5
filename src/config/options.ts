import { type Command, Option } from 'commander'
import { readSettings } from './read.ts'
import { type Setting, type SettingName, settings } from './settings.ts'
import { nonEmptyText } from './valueParsers.ts'

/** Lets a command take settings. Before it runs they are read from everywhere, and are among its options then. */
export const addSettings = (command: Command, names: readonly SettingName[]): Command =>
  addFlags(command, names).hook('preAction', async () => {
    const inForce = await readSettings(names, command.opts())
    for (const name of names) command.setOptionValue(name, inForce[name].value)
  })

/** The flags of settings, and the one that names a configuration file. */
export const addFlags = (command: Command, names: readonly SettingName[]): Command => {
  for (const name of names) {
    const setting: Setting = settings[name]
    if (setting.flag) command.addOption(checked(setting.flag, helpOf(setting), setting))
  }
  const help = 'a TOML file with settings, which flags and variables win over (env: MUSIC_LIBRARY_CONFIG)'
  return command.addOption(checked('--config <file>', help, { parser: nonEmptyText }))
}

/** Keeps the text itself: like those from elsewhere it is looked at again when it is clear which of them counts. */
const checked = (flag: string, help: string, { parser }: Pick<Setting, 'parser'>) =>
  new Option(flag, help).argParser((text) => {
    parser.parse(text)
    return text
  })

const helpOf = ({ help, variable, default: value, otherwise }: Setting) =>
  `${help} (default: ${value === undefined ? otherwise : JSON.stringify(value)}, env: ${variable})`
