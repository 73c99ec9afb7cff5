import { expect } from 'bun:test'
import { createFirstAdmin } from '../../../src/accounts/users/firstAdmin.ts'
import { createService } from '../../../src/app/service.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { startForwarder } from '../../support/forwarder.ts'
import { postgresTest } from '../../support/programs.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'

const admin = { name: 'Admin', email: 'admin@example.com', password: 'correct horse' }

postgresTest(
  'a write on PostgreSQL takes few round trips, since statements are sent without waiting for each answer',
  async () => {
    await using database = await createTestDatabase()
    await using forwarder = await startForwarder(Number(new URL(database.url).port))
    const library = await openLibrary(forwarder.through(database.url))
    await createFirstAdmin(library, admin)
    const service = createService({ library })
    let authorization = {}
    const send = async (method: string, path: string, body?: object) => {
      const response = await service.fetch(
        new Request(`http://localhost/api${path}`, {
          method,
          headers: { 'content-type': 'application/json', ...authorization },
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
      expect(response.ok).toBe(true)
      return response.text()
    }
    const { token } = JSON.parse(await send('POST', '/login', { email: admin.email, password: admin.password }))
    authorization = { authorization: `Bearer ${token}` }

    /** The round trips of the connection that writes: it has most of them. The first request prepares its statements. */
    const count = async (method: string, createPath: () => Promise<string> | string, body?: object) => {
      await send(method, await createPath(), body)
      const path = await createPath()
      const before = forwarder.roundTrips()
      await send(method, path, body)
      return Math.max(...forwarder.roundTrips().map((trips, index) => trips - (before[index] ?? 0)))
    }
    const createLabel = async () => `/labels/${JSON.parse(await send('POST', '/labels', { name: 'Blue Note' })).id}`
    const track = { title: 'So What', file_path: 'so-what.flac' }
    const createTrack = async () => `/tracks/${JSON.parse(await send('POST', '/tracks', track)).id}`
    // Begin, statements, audit trail, commit.
    expect(await count('PUT', createLabel, { name: 'Columbia' })).toBeLessThanOrEqual(4)
    expect(await count('PUT', createTrack, { title: 'Blue in Green' })).toBeLessThanOrEqual(4)
    expect(await count('DELETE', createLabel)).toBeLessThanOrEqual(4)
    expect(await count('POST', () => '/labels', { name: 'Impulse' })).toBeLessThanOrEqual(4)
    expect(await count('POST', async () => `${await createTrack()}/like`)).toBeLessThanOrEqual(3)
    await service.stop()
    await library.close()
  },
)
