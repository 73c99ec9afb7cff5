import { type Command, Option } from 'commander'
import type { Source } from './rawValue.ts'
import { readSettings } from './readSettings.ts'
import { removedSettings, type Setting } from './setting.ts'
import { type SettingName, settingNames, settings } from './settings.ts'

/**
 * Adds settings to a command. Before its action runs, they are read from all sources into the command's options, together with
 * the names that Commander has for the sources. The flags of its parent, such as those of `invite` before `list`, count where it has none itself.
 */
export const addSettings = (command: Command, names: readonly SettingName[]): Command =>
  addFlags(command, names).hook('preAction', (_, actionCommand) => {
    if (actionCommand !== command) return
    const resolved = readSettings(names, { ...command.parent?.opts(), ...command.opts() })
    for (const name of names) {
      const { value, source } = resolved[name]
      command.setOptionValueWithSource(name, value, commanderSources[source.kind])
    }
  })

const commanderSources: Record<Source['kind'], string> = {
  flag: 'cli',
  environment: 'env',
  file: 'config',
  default: 'default',
}

/** Adds the flags of settings, and `--config`. Their texts stay as they are until `readSettings` parses them. */
export const addFlags = (command: Command, names: readonly SettingName[]): Command => {
  for (const name of names) {
    const setting: Setting = settings[name]
    if (setting.flag) command.addOption(new SettingOption(setting.flag, describe(setting), name))
  }
  if (names === settingNames)
    for (const { flag } of Object.values(removedSettings)) command.addOption(new Option(flag).hideHelp())
  const help = 'a TOML file with settings; flags and variables take precedence over it (env: MUSIC_LIBRARY_CONFIG)'
  return command.addOption(new Option('--config <file>', help))
}

/** The flag of a setting. */
export class SettingOption extends Option {
  constructor(
    flag: string,
    help: string,
    readonly setting: SettingName,
  ) {
    super(flag, help)
  }
}

const describe = ({ help, variable, default: value, defaultText, unsetText }: Setting) =>
  `${help} (default: ${value === undefined ? unsetText : JSON.stringify(defaultText ?? value)}${variable === undefined ? '' : `, env: ${variable}`})`
