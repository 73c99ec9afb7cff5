import { expect } from 'bun:test'
import { resourceNames } from '../../src/catalogue/resources.ts'
import type { Client } from '../support/client.ts'
import type { TestLibrary } from '../support/library.ts'
import { openRawConnection, type RawConnection } from '../support/rawConnection.ts'
import { readTables } from '../support/sql.ts'
import { endpoints } from './endpoints.ts'

export const writes = endpoints.filter(([access, method]) => access !== 'everyone' && method !== 'GET')

/** With these no use of a token is written during a test: it would count as a write that waits. */
export const noTokenUses = { tokenUsageIntervals: { flushInterval: 3_600_000, resolution: 3_600_000 } }

/** Everything that a write of the table could change. */
export const readRecords = ({ databaseUrl }: TestLibrary) =>
  readTables(databaseUrl, [...resourceNames, 'users', 'likes', 'artist_track', 'genre_track', 'audit'])

/**
 * Sends a request without the end of its body, and waits until the server has read it.
 * @param target - the method and the path, such as `PUT /me`
 */
export const sendBeginning = async (
  { url }: Pick<TestLibrary, 'url'>,
  target: string,
  caller: Client,
  body: string,
): Promise<RawConnection> => {
  const connection = await openRawConnection(url)
  connection.write(
    `${target.replace(' ', ' /api')} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
      `Authorization: Bearer ${caller.token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 3)}`,
  )
  // The server reads what has arrived before it reads these requests.
  for (let n = 0; n < 3; n++) expect((await caller.get('/me')).status).toBe(200)
  return connection
}
