import { expect, test } from 'bun:test'
import { entriesOf, readTrail, runSql } from '../support/audit.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'

const readTables = ({ file }: TestLibrary) =>
  ['tracks', 'artist_track', 'users', 'tokens', 'audit'].map((table) => runSql(file, `SELECT * FROM ${table}`))

test('a write whose entry cannot be stored changes nothing', async () => {
  await using library = await startTestLibrary()
  const { admin, user, file } = library
  await createFixtures(admin)
  runSql(file, "CREATE TRIGGER reject_entries BEFORE INSERT ON audit BEGIN SELECT raise(abort, 'no entries'); END")
  const before = readTables(library)
  const responses = [
    await admin.put('/tracks/1', { title: 'Nardis', artist_ids: [] }),
    await admin.delete('/tracks/1'),
    await user.post('/logout'),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 500))
  expect(readTables(library)).toEqual(before)
  runSql(file, 'DROP TRIGGER reject_entries')
  expect((await admin.delete('/tracks/1')).status).toBe(204)
})

/** The number of responses that were found in the cache. */
const countHits = async ({ metricsUrl }: TestLibrary) => {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  return Number(/^music_library_cache_hits_total (\d+)$/m.exec(text)?.[1])
}

test('after an audited write, the responses that it does not concern are still served from the cache', async () => {
  await using library = await startTestLibrary({ metrics: { host: '127.0.0.1', port: 0 } })
  const { admin, user, anonymous } = library
  await createFixtures(admin)
  await createFixtures(admin)
  await user.post('/tracks/1/like')
  const paths = ['/labels/1', '/labels', '/artists/1', '/artists', '/albums', '/tracks/1', '/tracks', '/me/likes']
  const countCached = async () => {
    const before = await countHits(library)
    for (const path of paths) expect((await user.get(path)).status).toBe(200)
    return (await countHits(library)) - before
  }
  await countCached()
  expect(await countCached()).toBe(paths.length)

  const writes: (() => Promise<{ status: number }>)[] = [
    () => admin.put('/genres/2', { name: 'Bebop' }),
    () => admin.post('/genres', { name: 'Cool' }),
    () => admin.delete('/genres/3'),
    () => anonymous.post('/login', { email: 'user@example.com', password }),
    () => admin.put('/users/2', { name: 'Pan' }),
  ]
  for (const [n, write] of writes.entries()) {
    // The list of tracks is checked again after a genre has changed.
    const entries = await entriesOf(library, async () => expect((await write()).status).toBeLessThan(300))
    expect(entries.length).toBeGreaterThan(0)
    const concerned = n === 0 || n === 2 ? ['/tracks'] : []
    expect([n, await countCached()]).toEqual([n, paths.length - concerned.length])
  }
  expect((await readTrail(library)).length).toBeGreaterThan(writes.length)
})
