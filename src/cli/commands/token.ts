import { Command, Option } from 'commander'
import {
  type ListedToken,
  listTokens,
  listUnusedTokens,
  requireTokenId,
  revokeToken,
  revokeTokens,
  revokeUnusedTokens,
} from '../../auth/tokens.ts'
import { maxRecordingDelay } from '../../auth/tokenUsage.ts'
import { readUserId } from '../../auth/users/store.ts'
import { addSettings } from '../../config/options.ts'
import { longDuration } from '../../config/valueParsers.ts'
import { now, subtractMilliseconds } from '../../database/clock.ts'
import type { Writer } from '../../database/connection.ts'
import type { Database } from '../../database/database.ts'
import { UsageError } from '../../errors.ts'
import { printChunks } from '../output/print.ts'
import { formatCount, formatMinute, table } from '../output/table.ts'
import { withDatabase } from '../withDatabase.ts'

interface Options {
  database: string
}

export const tokenCommand = () => {
  const command = new Command('token').description('list and revoke tokens; also while the server runs')
  const subcommand = (name: string, ...examples: string[]) =>
    addSettings(command.command(name), ['database']).addHelpText(
      'after',
      ['\nFor example:', ...examples.map((words) => `  music-library token ${words}`)].join('\n'),
    )

  subcommand('list', 'list', 'list --user ada@example.com --json')
    .description('list the tokens: whose each is, when it was made, and when it was last used, to the hour')
    .option('--user <email>', 'only those of this account')
    .option('--json', 'as JSON')
    .action(list)
  subcommand('revoke', 'revoke 12 15', 'revoke --user ada@example.com')
    .description('revoke tokens by their ids, or all of an account: whoever uses them has to log in again')
    .argument('[ids...]', 'the ids, as "token list" shows them')
    .option('--user <email>', 'all tokens of this account')
    .action(revoke)
  subcommand('prune', 'prune --unused-for 90d --dry-run', 'prune --unused-for 90d')
    .description('revoke the tokens that were not used for a time; those that never were, by when they were made')
    .addOption(unusedFor)
    .option('--dry-run', 'list them, and revoke none')
    .action(prune)
  return command
}

const unusedFor = new Option('--unused-for <time>', 'how long they were not used, such as 90d or 12h')
  .argParser(longDuration.parse)
  .makeOptionMandatory()

const list = async ({ user, json, ...given }: Options & { user?: string; json?: true }) =>
  inLibrary(given, async ({ read }) => {
    const tokens = await listTokens(read, user === undefined ? undefined : await readUserId(read, user))
    await print(json ? JSON.stringify(tokens, null, 2) : tableOf(tokens))
  })

const revoke = async (words: string[], { user, ...given }: Options & { user?: string }) => {
  const ids = [...new Set(words.map(idIn))]
  if ((user === undefined) === (ids.length === 0))
    throw new UsageError('Give the ids of tokens, or --user and an address.')
  await inLibrary(given, async (database) => {
    const count = await database.write((tx) => (user === undefined ? revokeEach(tx, ids) : revokeAll(tx, user)))
    console.log(`Revoked ${formatCount(count, 'tokens')}.`)
  })
}

const prune = async ({ unusedFor, dryRun, ...given }: Options & { unusedFor: number; dryRun?: true }) =>
  inLibrary(given, async (database) => {
    // A token may have been used later than is written.
    const time = unusedFor + maxRecordingDelay
    if (!dryRun) {
      const count = await database.write((tx, at) => revokeUnusedTokens(tx, subtractMilliseconds(at, time)))
      return console.log(`Revoked ${formatCount(count, 'tokens')}.`)
    }
    const tokens = await listUnusedTokens(database.read, subtractMilliseconds(now(), time))
    const count = formatCount(tokens.length, 'tokens')
    await print(`${tableOf(tokens)}\nThis was a dry run: ${count} would be revoked. Nothing was changed.`)
  })

const revokeEach = async (tx: Writer, ids: number[]) => {
  for (const id of ids) {
    await requireTokenId(tx, id)
    await revokeToken(tx, id)
  }
  return ids.length
}

const revokeAll = async (tx: Writer, email: string) => {
  const user_id = await readUserId(tx, email)
  const { length } = await listTokens(tx, user_id)
  await revokeTokens(tx, user_id)
  return length
}

const inLibrary = <T>({ database }: Options, work: (database: Database) => Promise<T>) =>
  withDatabase(database, work, { mustExist: true })

const idIn = (word: string) => {
  const id = /^[1-9]\d*$/.test(word) ? Number(word) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new UsageError(`"${word}" is no id of a token: that is a whole number, as "token list" shows it.`)
}

const tableOf = (tokens: ListedToken[]) =>
  table(
    ['id', 'user', 'made', 'last used'],
    tokens.map(({ id, email, created_at, last_used_at }) => [
      `${id}`,
      email,
      formatMinute(created_at),
      last_used_at ? formatMinute(last_used_at) : 'never',
    ]),
  )

/** There may be a great many. */
const print = (text: string) => printChunks([text, '\n'])
