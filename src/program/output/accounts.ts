import type { listInvitations } from '../../accounts/invitations.ts'
import type { ListedToken } from '../../accounts/tokenList.ts'
import type { listUsers } from '../../accounts/users/store.ts'
import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import type { Source } from '../../config/rawValue.ts'
import { formatMinute, formatTable } from './table.ts'
import { printChunks, printLine } from './write.ts'

export const printUsers = (users: Awaited<ReturnType<typeof listUsers>>, json: boolean): void => {
  const rows = users.map(({ id, email, name, role, created_at }) => [`${id}`, email, name, role.name, created_at])
  printLine(json ? JSON.stringify(users, null, 2) : formatTable(['id', 'email', 'name', 'role', 'created'], rows))
}

/** In chunks, since a library may have a hundred thousand tokens. */
export const printTokens = (tokens: ListedToken[], json: boolean): Promise<void> =>
  printChunks([json ? JSON.stringify(tokens, null, 2) : formatTokens(tokens), '\n'])

/** Lists the tokens that pruning would revoke. */
export const printDryRun = (tokens: ListedToken[]): Promise<void> => {
  const count = formatCount(tokens.length, 'tokens')
  return printChunks([
    `${formatTokens(tokens)}\n`,
    `This was a dry run: ${count} would be revoked. Nothing was changed.\n`,
  ])
}

interface CreatedToken extends Pick<ListedToken, 'id' | 'email' | 'name' | 'read_only' | 'expires_at'> {
  token: string
}

/** Prints the token alone on standard output, so that a script can read it, and what it is on standard error. */
export const printCreatedToken = ({ token, ...created }: CreatedToken): void => {
  const kind = created.read_only ? 'read-only token' : 'token'
  const end = created.expires_at ? `It ends at ${formatMinute(created.expires_at)}.` : 'It has no end.'
  console.error(
    escapeControls(`Made ${kind} ${created.id} "${created.name}" of ${created.email}. ${end} It is shown only now:`),
  )
  printLine(token)
}

/** Prints the code alone on standard output. */
export const printInvitation = ({ id, uses, expires_at, code }: Invitation & { code: string }): void => {
  const accounts = uses === 1 ? 'One account' : `${uses} accounts`
  console.error(
    `Made invitation ${id}. ${accounts} can register with it until ${formatMinute(expires_at)}. It is shown only now:`,
  )
  printLine(code)
}

/** Says that an invitation can't be used, and how to change that. A server reads its file again, but not its variables. */
export const printClosedRegistration = ({ kind, where }: Source): void => {
  const [place, change] =
    kind === 'file'
      ? [`registration is "closed" in ${where}`, 'Set it to "invite" there, and reload (SIGHUP) or restart the server.']
      : [`${where} is "closed"`, 'Set it to "invite", and restart the server.']
  console.error(`music-library: Note: ${place}, and a server with this setting rejects every code. ${change}`)
}

type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]

export const printInvitations = (invitations: Invitation[], json: boolean): void => {
  const rows = invitations.map(({ id, uses, created_at, expires_at }) => [
    `${id}`,
    `${uses}`,
    formatMinute(created_at),
    formatMinute(expires_at),
  ])
  printLine(json ? JSON.stringify(invitations, null, 2) : formatTable(['id', 'uses left', 'made', 'ends'], rows))
}

export const printRevoked = (count: number): void => printLine(`Revoked ${formatCount(count, 'tokens')}.`)

const formatTokens = (tokens: ListedToken[]) =>
  formatTable(
    ['id', 'user', 'name', 'access', 'made', 'last used', 'ends', 'from', 'program'],
    tokens.map((token) => [
      `${token.id}`,
      token.email,
      token.name ?? '',
      token.read_only ? 'read-only' : 'full',
      formatMinute(token.created_at),
      token.last_used_at ? formatMinute(token.last_used_at) : 'never',
      token.expires_at ? formatMinute(token.expires_at) : '',
      token.address ?? '',
      token.program ?? '',
    ]),
  )
