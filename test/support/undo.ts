import { readEntries } from '../../src/audit/store.ts'
import type { Client, ClientResponse } from './client.ts'
import { sendToConsole } from './consoleApi.ts'
import type { TestLibrary } from './library.ts'
import { openSql } from './sql.ts'

/** Sends a request to undo an entry. */
export const undo = (client: Client, id: number, body?: object): Promise<ClientResponse> =>
  sendToConsole(client, 'POST', `/audit/${id}/revert`, body)

/** Undoes an entry as its preview shows. */
export const undoAsShown = async (client: Client, id: number): Promise<ClientResponse> => {
  const { digest } = (await undo(client, id, { dry_run: true })).body
  return undo(client, id, digest === undefined ? {} : { digest })
}

/** The id of the newest entry. */
export const newestEntry = async ({ library }: TestLibrary): Promise<number> =>
  (await Array.fromAsync(readEntries(library.read, {}, 1))).flat()[0]?.id ?? 0

const stamped = ['labels', 'genres', 'artists', 'albums', 'tracks']
const tables = [...stamped, 'artist_track', 'genre_track', 'likes']

/** Everything in the catalogue, and the likes, but for when records were changed last. */
export const readCatalogueRows = async ({ databaseUrl }: TestLibrary): Promise<Record<string, unknown[]>> => {
  await using sql = openSql(databaseUrl)
  const rows: Record<string, unknown[]> = {}
  for (const table of tables) {
    const all = (await sql.query(`SELECT * FROM ${table}`)) as Record<string, unknown>[]
    rows[table] = all
      .map(({ updated_at, ...row }) => JSON.stringify(stamped.includes(table) ? row : { ...row, updated_at }))
      .sort()
  }
  return rows
}
