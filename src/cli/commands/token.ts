import { Command, Option } from 'commander'
import {
  listTokens,
  listUnusedTokens,
  requireTokenId,
  revokeToken,
  revokeTokens,
  revokeUnusedTokens,
} from '../../auth/tokens.ts'
import { maxRecordingDelay } from '../../auth/tokenUsage.ts'
import { readUserId } from '../../auth/users/store.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { longDuration } from '../../config/valueParsers.ts'
import { now, subtractMilliseconds } from '../../database/clock.ts'
import type { Writer } from '../../database/connection.ts'
import { UsageError } from '../../errors.ts'
import { printDryRun, printRevoked, printTokens } from '../output/accounts.ts'
import { withExistingDatabase } from '../withDatabase.ts'

interface Options {
  database: string
}

export const tokenCommand = () => {
  const command = new Command('token').description('list and revoke tokens; also while the server runs')
  const subcommand = (name: string, ...examples: string[]) =>
    addSettings(command.command(name), ['database']).addHelpText(
      'after',
      ['\nFor example:', ...examples.map((example) => `  music-library token ${example}`)].join('\n'),
    )

  subcommand('list', 'list', 'list --user ada@example.com --json')
    .description('list the tokens with their users, creation times, and last uses to the hour')
    .option('--user <email>', 'only those of this account')
    .option('--json', 'as JSON')
    .action(list)
  subcommand('revoke', 'revoke 12 15', 'revoke --user ada@example.com')
    .description('revoke tokens by their ids, or all of an account; their clients have to log in again')
    .argument('[ids...]', 'the ids, as "token list" shows them')
    .option('--user <email>', 'all tokens of this account')
    .action(revoke)
  subcommand('prune', 'prune --unused-for 90d --dry-run', 'prune --unused-for 90d')
    .description(
      'revoke the tokens that were not used for a time; tokens that were never used count from their creation',
    )
    .addOption(unusedForOption)
    .option('--dry-run', 'list them, and revoke none')
    .action(prune)
  return command
}

const unusedForOption = new Option('--unused-for <time>', 'how long they were not used, such as 90d or 12h')
  .argParser(longDuration.parse)
  .makeOptionMandatory()

const list = async ({ database: url, user, json = false }: Options & { user?: string; json?: boolean }) =>
  withExistingDatabase(url, async ({ read }) => {
    const tokens = await listTokens(read, user === undefined ? undefined : await readUserId(read, user))
    await printTokens(tokens, json)
  })

const revoke = async (args: string[], { database: url, user }: Options & { user?: string }) => {
  const ids = [...new Set(args.map(parseId))]
  if ((user === undefined) === (ids.length === 0))
    throw new UsageError('Give the ids of tokens, or --user and an address.')
  await withExistingDatabase(url, async (database) =>
    printRevoked(await database.write((tx) => (user === undefined ? revokeByIds(tx, ids) : revokeOfUser(tx, user)))),
  )
}

const prune = async ({ database: url, unusedFor, dryRun }: Options & { unusedFor: number; dryRun?: true }) =>
  withExistingDatabase(url, async (database) => {
    // A token may have been used since the last use that is recorded.
    const minAgeMs = unusedFor + maxRecordingDelay
    if (dryRun) return printDryRun(await listUnusedTokens(database.read, subtractMilliseconds(now(), minAgeMs)))
    printRevoked(await database.write((tx, at) => revokeUnusedTokens(tx, subtractMilliseconds(at, minAgeMs))))
  })

const revokeByIds = async (tx: Writer, ids: number[]) => {
  for (const id of ids) {
    await requireTokenId(tx, id)
    await revokeToken(tx, id)
  }
  return ids.length
}

const revokeOfUser = async (tx: Writer, email: string) => {
  const user_id = await readUserId(tx, email)
  const { length } = await listTokens(tx, user_id)
  await revokeTokens(tx, user_id)
  return length
}

const parseId = (text: string) => {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new UsageError(`"${text}" is no id of a token: that is a whole number, as "token list" shows it.`)
}
