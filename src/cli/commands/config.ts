import { resolve } from 'node:path'
import { Command } from 'commander'
import { firstAdmin } from '../../config/admin.ts'
import { addFlags } from '../../config/options.ts'
import type { Source } from '../../config/rawValue.ts'
import { configurationFile, type Flags, type Resolved, readSettings } from '../../config/read.ts'
import { nameInFile, type Setting, settingNames, settings } from '../../config/settings.ts'
import { locate } from '../../library/locate.ts'
import { table } from '../output/table.ts'
import { addServeFlags } from '../serveFlags.ts'

export const configCommand = () =>
  addServeFlags(addFlags(new Command('config'), settingNames))
    .description('check the settings of serve, and show what is in force and where it comes from')
    .option('--json', 'as JSON')
    .action(run)

const run = async (given: Flags & { json?: true }) => {
  const inForce = await readSettings(settingNames, given)
  const { adminEmail, adminPassword, database } = inForce
  // What `serve` refuses besides: half an admin, and a library that is no file.
  firstAdmin({ adminEmail: adminEmail.value, adminPassword: adminPassword.value })
  locate(database.value)
  const lines = settingNames.map((name) => lineOf(nameInFile(name), inForce[name], settings[name]))
  const all = [configLine(given), ...lines]
  console.log(given.json ? asJson(all) : table(['setting', 'value', 'from'], all.map(cells)))
}

interface Line {
  name: string
  /** As a configuration file would hold it; null for none. */
  value: string | number | null
  otherwise?: string
  from: Source
}

const lineOf = (name: string, { value, text, from }: Resolved, { parser, secret, otherwise }: Setting): Line => {
  if (text === undefined) return { name, value: null, otherwise, from }
  if (secret) return { name, value: '********', from }
  return { name, value: parser.type === 'number' ? (value as number) : text, from }
}

const configLine = (given: Flags): Line => {
  const named = configurationFile(given)
  if (!named) return { name: 'config', value: null, otherwise: 'none', from: { kind: 'default' } }
  return { name: 'config', value: resolve(named.text), from: named.from }
}

const kinds = { flag: 'flag', environment: 'environment variable', file: 'file', default: 'default' }

const cells = ({ name, value, otherwise = '', from: { kind, where } }: Line) => [
  name,
  `${value ?? otherwise}`,
  where ? `${kinds[kind]} ${where}` : kinds[kind],
]

const asJson = (lines: Line[]) => {
  const entries = lines.map(({ name, value, from: { kind, where = null } }) => [name, { value, source: kind, where }])
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}
