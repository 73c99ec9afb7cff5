import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { inArray } from 'drizzle-orm'
import { users } from '../../src/library/accountSchema.ts'
import { tracks } from '../../src/library/catalogueSchema.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import type { TestLibrary } from '../support/library.ts'
import { amount, everyNth } from '../support/longForm.ts'
import { addLongLists, longListPaths } from '../support/longLists.ts'

const listOf = (path: string, body: unknown) =>
  (path.includes('s/1') ? (body as { tracks: object[] }).tracks : body) as { id: number; title: string; name: string }[]

const idsOf = (path: string, body: unknown) => listOf(path, body).map(({ id }) => id)

const selectIds = ({ file }: TestLibrary, sql: string) => {
  using db = new Sqlite(file, { readonly: true })
  return db
    .query<{ id: number }, []>(sql)
    .all()
    .map(({ id }) => id)
}

/** The ids of each list, as SQL selects them. */
const expectedIds: Record<string, string> = {
  '/me/likes':
    "SELECT track_id AS id FROM likes JOIN users ON users.id = user_id WHERE name = 'user' ORDER BY likes.id DESC",
  '/users': 'SELECT id FROM users ORDER BY id',
  '/artists/1': 'SELECT track_id AS id FROM artist_track WHERE artist_id = 1 ORDER BY track_id',
  '/albums/1': 'SELECT id FROM tracks WHERE album_id = 1 ORDER BY id',
}

const clientFor = ({ admin, user }: TestLibrary, path: string) => (path === '/users' ? admin : user)

// Lists of 64 records and more are built in slices of 16; those of more than 1 MiB are compressed.
test.each([...everyNth([0, 1, 63, 64, 65, 79, 80, 81], 3), 1_500])(
  'lists of %d records are whole and in order',
  async (library, n) => {
    addLongLists(library, n)
    for (const path of longListPaths) {
      const client = clientFor(library, path)
      const ids = selectIds(library, expectedIds[path] ?? '')
      const { text, body, headers } = await client.get(path)
      expect(idsOf(path, body)).toEqual(ids)
      // The JSON has no white space, whatever parts it was made of.
      expect(text).toBe(JSON.stringify(body))
      if (path === '/users') {
        expect(text).not.toContain('password')
        expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
      }
      for (const encoding of ['gzip', 'zstd']) {
        const encoded = await client.send('GET', path, { headers: { 'accept-encoding': encoding } })
        expect(encoded.text).toBe(text)
      }
    }
    const { body } = await library.user.get('/albums/1')
    expect(Object.keys(body).at(-1)).toBe('tracks')
  },
)

test('while records are changed in pairs, a long list never has one half of a change, or one from before it', async (library) => {
  const count = 600
  addLongLists(library, count)
  // One write changes the first and the last record of each list.
  const userIds = selectIds(library, 'SELECT min(id) AS id FROM users UNION ALL SELECT max(id) FROM users')
  const changePairs = (title: string) =>
    library.library.write(async (tx) => {
      await tx.db
        .update(tracks)
        .set({ title })
        .where(inArray(tracks.id, [1, 2, count - 1, count]))
      await tx.db.update(users).set({ name: title }).where(inArray(users.id, userIds))
    })
  await changePairs('0')
  let [acknowledged, isDone] = [0, false]
  const write = async () => {
    for (let n = 1; n <= amount(10, 60); n++) {
      await changePairs(`${n}`)
      acknowledged = n
      await library.user.get('/me')
    }
    isDone = true
  }
  const read = async (path: string) => {
    while (!isDone) {
      const before = acknowledged
      const records = listOf(path, (await clientFor(library, path).get(path)).body)
      const [first, last] = [records[0], records.at(-1)].map((record) => Number(record?.title ?? record?.name))
      expect([path, first]).toEqual([path, last])
      expect(first).toBeGreaterThanOrEqual(before)
    }
  }
  await Promise.all([write(), ...longListPaths.flatMap((path) => [read(path), read(path)])])
})
