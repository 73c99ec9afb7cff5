import { expect } from 'bun:test'
import type { Client, ClientResponse } from '../support/client.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import type { TestLibrary } from '../support/library.ts'
import { amount } from '../support/longForm.ts'
import { openSql } from '../support/sql.ts'
import { newestEntry, readCatalogueRows, undoAsShown } from '../support/undo.ts'

const instants = "'2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.000000Z'"

/** Creates records that all refer to those with the id 1. */
const createReferring = async ({ admin, databaseUrl }: TestLibrary, count: number) => {
  await createFixtures(admin)
  await using sql = openSql(databaseUrl)
  const insert = (table: string, columns: string, values: string) =>
    sql.query(
      `INSERT INTO ${table} (${columns}, created_at, updated_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
        SELECT ${values}, ${instants} FROM numbers`,
    )
  await insert('artists', 'name, label_id', "'x', 1")
  await insert('albums', 'title, label_id', "'x', 1")
  await insert('tracks', 'title, file_path, album_id', "'x', n || '.flac', 1")
  await insert('artist_track', 'track_id, artist_id', 'n + 1, 1')
  await insert('genre_track', 'track_id, genre_id', 'n + 1, 1')
}

const readParts = async ({ databaseUrl }: TestLibrary) => {
  await using sql = openSql(databaseUrl)
  return await sql.query('SELECT record FROM audit WHERE part_of IS NOT NULL ORDER BY id')
}

/** The parts about records with the ids from 1 on. */
const partsAbout = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ record: `${name}/${n + 1}` }))

/** How many responses a client gets before a write has ended. The first one may be sent before the write begins. */
const countReadsDuring = async (client: Client, write: Promise<ClientResponse>, status: number) => {
  let [reads, hasEnded] = [0, false]
  const ended = write.finally(() => {
    hasEnded = true
  })
  for (; !hasEnded; reads++) expect((await client.get('/genres')).status).toBe(200)
  expect((await ended).status).toBe(status)
  return reads
}

test.each([
  ['genres', ['tracks']],
  ['labels', ['artists', 'albums']],
])(
  'others read while a record of %s is deleted that thousands refer to, and each of these has a part of the entry',
  async (library, name, referring) => {
    const { admin, user } = library
    const count = amount(9_000, 100_000)
    await createReferring(library, count)
    const before = await readCatalogueRows(library)
    expect(await countReadsDuring(user, admin.delete(`/${name}/1`), 204)).toBeGreaterThan(1)
    expect(await readParts(library)).toEqual(referring.flatMap((kind) => partsAbout(kind, count + 1)))
    expect((await undoAsShown(admin, await newestEntry(library))).status).toBe(200)
    expect(await readCatalogueRows(library)).toEqual(before)
  },
)

test('others read while a record gets thousands of links', async (library) => {
  const { admin, user } = library
  const count = 9_000
  await createReferring(library, count)
  const ids = Array.from({ length: count }, (_, n) => n + 1)
  expect(await countReadsDuring(user, admin.put('/tracks/1', { artist_ids: ids }), 200)).toBeGreaterThan(1)
  expect((await admin.get('/tracks/1')).body.artists).toHaveLength(count)
})

test('others read while an account with tens of thousands of likes is deleted', async (library) => {
  const { admin, databaseUrl } = library
  const count = amount(8_000, 30_000)
  await createReferring(library, count)
  const body = { name: 'Other', email: 'other@example.com', password: 'a long secret', role_id: 2 }
  const { id } = (await admin.post('/users', body)).body
  await using sql = openSql(databaseUrl)
  await sql.query(`INSERT INTO likes (user_id, track_id, created_at) SELECT ${id}, id, created_at FROM tracks`)
  expect(await countReadsDuring(library.user, admin.delete(`/users/${id}`), 204)).toBeGreaterThan(1)
  expect(await sql.query(`SELECT count(*) AS count FROM likes WHERE user_id = ${id}`)).toEqual([{ count: 0 }])
})
