import { issueToken } from '../../src/accounts/tokens.ts'
import { type Client, client } from './client.ts'
import type { TestLibrary } from './library.ts'
import { unaudited } from './unaudited.ts'

/** Creates a named token of an account. Returns its client. */
export const createNamedToken = async (
  { library, url }: TestLibrary,
  user_id: number,
  { read_only = false, expiresInMs }: { read_only?: boolean; expiresInMs?: number } = {},
): Promise<Client & { token_id: number }> => {
  const expires_at = expiresInMs === undefined ? null : instantAfter(expiresInMs)
  const { id, token } = await library.write((tx) =>
    issueToken(unaudited(tx), { user_id, name: 'player', read_only, expires_at }),
  )
  return { ...client(url, token), token_id: id }
}

/** The instant that is this many milliseconds from now, in the form of the database. */
export const instantAfter = (milliseconds: number): string =>
  new Date(Date.now() + milliseconds).toISOString().replace('Z', '000Z')
