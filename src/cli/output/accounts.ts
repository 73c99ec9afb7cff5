import type { ListedToken } from '../../auth/tokens.ts'
import type { listUsers } from '../../auth/users/store.ts'
import { formatCount, formatMinute, formatTable } from './table.ts'
import { printChunks } from './write.ts'

export const printUsers = (users: Awaited<ReturnType<typeof listUsers>>, json: boolean): void => {
  if (json) {
    console.log(JSON.stringify(users, null, 2))
    return
  }
  const rows = users.map(({ id, email, name, role, created_at }) => [`${id}`, email, name, role.name, created_at])
  console.log(formatTable(['id', 'email', 'name', 'role', 'created'], rows))
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

export const printRevoked = (count: number): void => console.log(`Revoked ${formatCount(count, 'tokens')}.`)

const formatTokens = (tokens: ListedToken[]) =>
  formatTable(
    ['id', 'user', 'made', 'last used'],
    tokens.map(({ id, email, created_at, last_used_at }) => [
      `${id}`,
      email,
      formatMinute(created_at),
      last_used_at ? formatMinute(last_used_at) : 'never',
    ]),
  )
