import type { Source } from '../../config/rawValue.ts'
import type { Resolved } from '../../config/readSettings.ts'
import type { Setting } from '../../config/setting.ts'
import { formatTable } from './table.ts'
import { printLine } from './write.ts'

export interface SettingRow {
  name: string
  /** The value as a configuration file would hold it; null for none. */
  value: string | number | null
  unsetText?: string
  source: Source
}

/** The row of a setting, without the value of a secret. */
export const settingRow = (
  name: string,
  { text, source }: Resolved,
  { parser, secret, unsetText }: Setting,
): SettingRow => {
  if (text === undefined) return { name, value: null, unsetText, source }
  if (secret) return { name, value: '********', source }
  return { name, value: parser.tomlType === 'number' ? Number(text) : text, source }
}

export const printSettings = (rows: SettingRow[], json: boolean): void =>
  printLine(json ? formatJson(rows) : formatTable(['setting', 'value', 'from'], rows.map(cellsOf)))

const sourceNames = { flag: 'flag', environment: 'environment variable', file: 'file', default: 'default' }

const cellsOf = ({ name, value, unsetText = '', source: { kind, where } }: SettingRow) => [
  name,
  `${value ?? unsetText}`,
  where ? `${sourceNames[kind]} ${where}` : sourceNames[kind],
]

const formatJson = (rows: SettingRow[]) => {
  const members = rows.map(({ name, value, source: { kind, where = null } }) => [name, { value, source: kind, where }])
  return JSON.stringify(Object.fromEntries(members), null, 2)
}
