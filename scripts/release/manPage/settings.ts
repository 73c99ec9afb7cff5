import type { Setting } from '../../../src/config/setting.ts'
import { nameInFile, type SettingName, settingNames, settings } from '../../../src/config/settings.ts'
import { formatList, renderTerm, toSentence } from './commands.ts'
import { argument, type Entry, type Line, list, text } from './mdoc.ts'

const settingOf = (name: SettingName): Setting => settings[name]

/** The section about all settings. */
export const renderSettings = (): Line[] => list(settingNames.map((name) => [renderName(name), renderSetting(name)]))

/** A setting without a flag has the name that it has in the configuration file. */
const renderName = (name: SettingName) => {
  const [, long = '', placeholder] = /^(\S+) (\S+)$/.exec(settingOf(name).flag ?? '') ?? []
  return long ? renderTerm({ flags: [long], placeholder }) : `Cm ${argument(nameInFile(name))}`
}

const renderSetting = (name: SettingName): Line[] => {
  const { help, parser, unsetText, default: value, defaultText, secret } = settingOf(name)
  const inEffect = value === undefined ? unsetText : (defaultText ?? String(value))
  return [
    ...text(toSentence(help)),
    ...(parser.choices ? text(`One of ${formatList(parser.choices)}.`) : []),
    ...text(`The default is ${inEffect}.`),
    ...(secret ? text(`A file that holds it is named by ${nameInFile(name)}-file in the configuration file.`) : []),
  ]
}

/** The variables of all settings, with their flags or their names in the configuration file. */
export const renderVariables = (): Line[] =>
  list(
    settingNames.flatMap((name): Entry[] => {
      const { variable, secret } = settingOf(name)
      if (variable === undefined) return []
      const term = settingOf(name).flag ? `.${renderName(name).split(' Ar ')[0]}` : `.${renderName(name)}`
      const entries: Entry[] = [[`Ev ${variable}`, [term]]]
      return secret ? [...entries, [`Ev ${variable}_FILE`, [`.Cm ${argument(`${nameInFile(name)}-file`)}`]]] : entries
    }),
    { isCompact: true, width: 'ADMIN_PASSWORD_FILE' },
  )
