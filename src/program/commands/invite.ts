import { Command, Option } from 'commander'
import { createInvitation, listInvitations, revokeInvitation } from '../../accounts/invitations.ts'
import { UsageError } from '../../base/errors.ts'
import { formatCount } from '../../base/words.ts'
import { addSettings } from '../../config/commandOptions.ts'
import { readSettings } from '../../config/readSettings.ts'
import { lifetime } from '../../config/timeParsers.ts'
import { integer } from '../../config/valueParsers.ts'
import { addMilliseconds } from '../../library/clock.ts'
import { printClosedRegistration, printInvitation, printInvitations } from '../output/accounts.ts'
import { printLine, requireOutput } from '../output/write.ts'
import { parseIdArgument } from '../parseIdArgument.ts'
import { withReadDatabase, writeExisting } from '../withDatabase.ts'

interface Options {
  database: string
  config?: string
}

const help = `
A server with --registration invite asks for the code: POST /api/register takes it as "invitation".
For example:
  music-library invite
  music-library invite --uses 5 --expires 30d
  music-library invite revoke 3`

export const inviteCommand = () => {
  const command = addSettings(new Command('invite'), ['database'])
    .addOption(usesOption())
    .addOption(expiresOption())
    .addHelpText('after', help)
    .enablePositionalOptions()
    .action(invite)
  addSettings(command.command('list'), ['database'])
    .description('list the invitations, without their codes')
    .option('--json', 'as JSON')
    .hook('preAction', () => requireNoOptions(command, 'list'))
    .action(list)
  addSettings(command.command('revoke'), ['database'])
    .description('revoke invitations; accounts that have registered with them stay')
    .argument('<ids...>', 'the ids, as "invite list" shows them')
    .hook('preAction', () => requireNoOptions(command, 'revoke'))
    .action(revoke)
  return command
}

/** The options of a new invitation say nothing to a subcommand. @throws UsageError */
const requireNoOptions = (command: Command, subcommand: string) => {
  const given = ['uses', 'expires'].find((name) => command.getOptionValueSource(name) === 'cli')
  if (given) throw new UsageError(`"invite ${subcommand}" has no --${given}: it is for a new invitation. Leave it out.`)
}

const usesOption = () =>
  new Option('--uses <number>', 'how many accounts can register with it')
    .argParser(integer(1, 100_000).parse)
    .default(1)

const expiresOption = () =>
  new Option('--expires <time>', 'how long it is valid, such as 7d or 12h')
    .argParser(lifetime.parse)
    .default(lifetime.parse('7d'), '7d')

const invite = async ({ database: url, config, uses, expires }: Options & { uses: number; expires: number }) => {
  requireOutput()
  const { registration } = readSettings(['registration'], { config })
  await writeExisting(url, async (tx) => {
    const invitation = { uses, expires_at: addMilliseconds(tx.realNow, expires) }
    const { id, code } = await createInvitation(tx, invitation)
    // In the transaction: no invitation stays whose code nobody has.
    printInvitation({ id, code, ...invitation, created_at: tx.realNow })
  })
  if (registration.value === 'closed') printClosedRegistration(registration.source)
}

const list = async ({ database: url, json = false }: Options & { json?: boolean }) =>
  withReadDatabase(url, async ({ read }) => printInvitations(await listInvitations(read), json))

const revoke = async (args: string[], { database: url }: Options) => {
  const ids = [...new Set(args.map((text) => parseIdArgument(text, 'invitation')))]
  await writeExisting(url, async (tx) => {
    for (const id of ids) await revokeInvitation(tx, id)
  })
  printLine(`Revoked ${formatCount(ids.length, 'invitations')}.`)
}
