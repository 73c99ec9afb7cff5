import { Command, InvalidArgumentError, Option } from 'commander'
import { readAccount } from '../../accounts/users/store.ts'
import type { EntryFilter } from '../../audit/filter.ts'
import { type Action, actions } from '../../audit/model.ts'
import { readEntries } from '../../audit/store.ts'
import { auditedKinds, isAuditedRecord } from '../../catalogue/resources.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { lifetime } from '../../config/timeParsers.ts'
import { integer } from '../../config/valueParsers.ts'
import { type Instant, now, subtractMilliseconds } from '../../library/clock.ts'
import { toInstant } from '../../validation/day.ts'
import { printEntries } from '../output/audit.ts'
import { parseIdArgument } from '../parseIdArgument.ts'
import { withReadDatabase } from '../withDatabase.ts'

interface Options {
  database: string
  record?: string
  user?: string
  action?: Action
  since?: Instant
  limit?: number
  entry?: number
  json?: boolean
}

const help = `
For example:
  music-library audit --since 7d
  music-library audit --record tracks/3
  music-library audit --user ada@example.com --action login --json`

export const auditCommand = () =>
  addSettings(new Command('audit'), ['database'])
    .addOption(
      new Option(
        '--record <record>',
        'only changes of a record, such as tracks/3, or of a kind, such as users',
      ).argParser(parseRecord),
    )
    .addOption(
      new Option('--entry <number>', 'only this entry, with all records that it changed').argParser((text) =>
        parseIdArgument(text, 'entry'),
      ),
    )
    .option('--user <email>', 'only changes that this account made')
    .addOption(new Option('--action <action>', 'only this action').choices(actions))
    .addOption(
      new Option(
        '--since <time>',
        'only changes since a day (2026-01-31) or a time (2026-01-31T12:00:00Z), or of a period until now (7d)',
      ).argParser(parseSince),
    )
    .addOption(new Option('--limit <number>', 'only the newest ones').argParser(integer(1, 1_000_000_000).parse))
    .option('--json', 'as JSON')
    .addHelpText('after', help)
    .action(list)

const list = async ({ database: url, user, limit, action, json = false, ...options }: Options) =>
  withReadDatabase(url, async ({ read }) => {
    const filter: EntryFilter = {
      ...options,
      action: action && [action],
      user: user === undefined ? undefined : { email: user.trim(), id: (await readAccount(read, user.trim()))?.id },
    }
    await printEntries(readEntries(read, filter, limit), json)
  })

const parseRecord = (text: string) => {
  if (isAuditedRecord(text)) return text
  throw new InvalidArgumentError(`Give a record such as tracks/3, or one of ${auditedKinds.join(', ')}.`)
}

const parseSince = (text: string): Instant => {
  if (/^\d+[smhdy]$/.test(text)) return subtractMilliseconds(now(), lifetime.parse(text))
  const instant = toInstant(text)
  if (instant) return instant
  throw new InvalidArgumentError(
    'Give a day such as 2026-01-31, a time such as 2026-01-31T12:00:00Z, or how long ago, such as 7d.',
  )
}
