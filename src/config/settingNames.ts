import { keysOf } from '../records.ts'
import { type SettingName, settings } from './settings.ts'

export const settingNames = keysOf(settings)

/** The name of a setting in a configuration file. */
export const nameInFile = (name: SettingName | 'config'): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
