import { Command, Option } from 'commander'
import { maxRecordingDelay } from '../../accounts/tokenLife.ts'
import {
  listTokens,
  listUnusedTokens,
  requireTokenId,
  revokeTokensOf,
  revokeUnusedTokens,
} from '../../accounts/tokenList.ts'
import { issueToken, revokeToken } from '../../accounts/tokens.ts'
import { readUserId } from '../../accounts/users/store.ts'
import type { AuditedTransaction } from '../../audit/auditedWrite.ts'
import { UsageError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { lifetime, longDuration } from '../../config/timeParsers.ts'
import { addMilliseconds, type Instant, now, subtractMilliseconds } from '../../library/clock.ts'
import { maxTextLength, textProblem } from '../../validation/rules.ts'
import { printCreatedToken, printDryRun, printRevoked, printTokens } from '../output/accounts.ts'
import { requireOutput } from '../output/write.ts'
import { parseIdArgument } from '../parseIdArgument.ts'
import { withReadDatabase, writeExisting } from '../withDatabase.ts'

interface Options {
  database: string
}

export const tokenCommand = () => {
  const command = new Command('token')
  const subcommand = (name: string, ...examples: string[]) =>
    addSettings(command.command(name), ['database']).addHelpText(
      'after',
      ['\nFor example:', ...examples.map((example) => `  music-library token ${example}`)].join('\n'),
    )

  subcommand('list', 'list', 'list --user ada@example.com --json')
    .description('list the tokens with their users, clients, creation times, and last uses to the hour')
    .option('--user <email>', 'only those of this account')
    .option('--json', 'as JSON')
    .action(list)
  subcommand('add', 'add ada@example.com --name player --read-only --expires 1y')
    .description('create a token for a program, and print it; it is shown only this once')
    .argument('<email>', 'the e-mail address of the account')
    .addOption(nameOption)
    .option('--read-only', 'allow only reading and likes')
    .addOption(expiresOption)
    .action(add)
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

const nameOption = new Option('--name <name>', 'what the token is for, such as player').makeOptionMandatory()

const expiresOption = new Option(
  '--expires <time>',
  'how long it is valid, such as 1y or 30d (default: no end)',
).argParser(lifetime.parse)

const unusedForOption = new Option('--unused-for <time>', 'how long they were not used, such as 90d or 12h')
  .argParser(longDuration.parse)
  .makeOptionMandatory()

const list = async ({ database: url, user, json = false }: Options & { user?: string; json?: boolean }) =>
  withReadDatabase(url, async ({ read }) => {
    const tokens = await listTokens(read, user === undefined ? undefined : await readUserId(read, user))
    await printTokens(tokens, json)
  })

interface AddOptions extends Options {
  name: string
  readOnly?: true
  /** In milliseconds. */
  expires?: number
}

const add = async (email: string, { database: url, name: sentName, readOnly, expires }: AddOptions) => {
  const name = sentName.trim()
  const problem = name === '' ? 'is empty.' : textProblem(name, maxTextLength)
  if (problem) throw new UsageError(`The name of the token ${problem}`)
  const read_only = readOnly ?? false
  requireOutput()
  await writeExisting(url, async (tx) => {
    const user_id = await readUserId(tx.db, email)
    const expires_at = expires === undefined ? null : addMilliseconds(tx.realNow, expires)
    const { id, token } = await issueToken(tx, { user_id, name, read_only, expires_at })
    // In the transaction: no token stays that nobody has.
    printCreatedToken({ id, token, expires_at, email, name, read_only })
  })
}

const revoke = async (args: string[], { database: url, user }: Options & { user?: string }) => {
  const ids = [...new Set(args.map((text) => parseIdArgument(text, 'token')))]
  if ((user === undefined) === (ids.length === 0))
    throw new UsageError('Give the ids of tokens, or --user and an address.')
  const count = await writeExisting(url, async (tx) =>
    user === undefined ? revokeByIds(tx, ids) : revokeTokensOf(tx, await readUserId(tx.db, user)),
  )
  printRevoked(count)
}

const prune = async ({ database: url, unusedFor, dryRun }: Options & { unusedFor: number; dryRun?: true }) => {
  // A token may have been used since the last use that is recorded.
  const beginOf = (end: Instant) => subtractMilliseconds(end, unusedFor + maxRecordingDelay)
  if (dryRun)
    return withReadDatabase(url, async ({ read }) => printDryRun(await listUnusedTokens(read, beginOf(now()))))
  printRevoked(await writeExisting(url, (tx) => revokeUnusedTokens(tx, beginOf(tx.realNow))))
}

const revokeByIds = async (tx: AuditedTransaction, ids: number[]) => {
  for (const id of ids) {
    await requireTokenId(tx.db, id)
    await revokeToken(tx, id)
  }
  return ids.length
}
