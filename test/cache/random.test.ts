import { expect, test } from 'bun:test'
import { type ResourceName, resourceNames } from '../../src/catalogue/resources.ts'
import { type Client, client } from '../support/client.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'
import { createRandom, type Random } from '../support/random.ts'
import { openSql, type SqlConnection } from '../support/sql.ts'
import { openUncachedReader, type UncachedReader } from '../support/uncached.ts'

// Random changes, and after each of them a comparison of a cached response with an uncached one.

/** The number of records at the start. Random ids are up to 5 higher, so that some of them do not exist. */
const initialCounts: Record<ResourceName, number> = { labels: 6, genres: 6, artists: 12, albums: 12, tracks: 120 }

const randomIndex = (random: Random, length: number) => Math.floor(random() * length)

const pick = <T>(random: Random, from: readonly T[]): T => from[randomIndex(random, from.length)] as T // the index is in range

/** Half of the time tracks, which have the most relations. */
const randomResource = (random: Random): ResourceName => (random() < 0.5 ? 'tracks' : pick(random, resourceNames))

const randomId = (random: Random, name: ResourceName) => 1 + randomIndex(random, initialCounts[name] + 5)

const randomIds = (random: Random, name: ResourceName) => [
  ...new Set(Array.from({ length: randomIndex(random, 4) }, () => randomId(random, name))),
]

const randomBody = (random: Random, name: ResourceName) => {
  const text = `n${randomIndex(random, 1e6)}`
  const label_id = random() < 0.3 ? null : randomId(random, 'labels')
  if (name === 'artists') return { name: text, label_id }
  if (name === 'albums') return { title: text, label_id }
  if (name !== 'tracks') return { name: text }
  const album_id = random() < 0.3 ? null : randomId(random, 'albums')
  const relations =
    random() < 0.5 ? {} : { artist_ids: randomIds(random, 'artists'), genre_ids: randomIds(random, 'genres') }
  return { title: text, file_path: text, album_id, ...relations }
}

/** Sends a random write. Returns the path of a record that it may have changed. */
const sendRandomWrite = async (random: Random, { admin, user }: TestLibrary) => {
  const name = randomResource(random)
  const path = `/${name}/${randomId(random, name)}`
  const kind = random()
  if (kind < 0.25) await user[random() < 0.5 ? 'post' : 'delete'](`/tracks/${randomId(random, 'tracks')}/like`)
  else if (kind < 0.75) await admin.put(path, randomBody(random, name))
  else if (kind < 0.92) await admin.post(`/${name}`, randomBody(random, name))
  else await admin.delete(path)
  return path
}

const randomPath = (random: Random) => {
  const name = randomResource(random)
  if (random() < 0.1) return '/me/likes'
  return random() < 0.3 ? `/${name}` : `/${name}/${randomId(random, name)}`
}

/** Changes a random row with SQL, as another program does. */
const changeRandomRow = async (random: Random, other: SqlConnection) => {
  const name = pick(random, resourceNames)
  const column = name === 'albums' || name === 'tracks' ? 'title' : 'name'
  const statement = `UPDATE ${name} SET ${column} = ? WHERE id = ?`
  await other.query(statement, `x${randomIndex(random, 1e6)}`, randomId(random, name))
}

/**
 * Compares a response of the server with the library. Other clients write at the same time, so the library is read before
 * and after the request. Returns whether both reads agree, which is when the responses are compared.
 */
const compare = async (reader: UncachedReader, caller: Client, path: string): Promise<boolean> => {
  const before = await reader.get(path, caller.token)
  const { status, text } = await caller.get(path)
  const after = await reader.get(path, caller.token)
  if (before.text !== after.text) return false
  if (status !== after.status || text !== after.text) {
    throw new Error(`GET ${path} is stale:\n${text.slice(0, 400)}\n${after.text.slice(0, 400)}`)
  }
  return true
}

const createRecords = async ({ admin }: TestLibrary, random: Random) => {
  for (const name of resourceNames) {
    for (let n = 0; n < initialCounts[name]; n++) {
      const { label_id, album_id, artist_ids, genre_ids, ...body } = randomBody(random, name) as Record<string, unknown> // one type for all resources
      await admin.post(`/${name}`, body)
    }
  }
}

test.each([
  ['64 MB, which is enough for all responses', 64],
  ['0.1 MB, which is not', 0.1],
])(
  'while several clients and another program write, no response is stale, with a cache of %s',
  async (_, megabytes) => {
    await using library = await startTestLibrary({ cacheBytes: megabytes * 1_048_576 })
    await createRecords(library, createRandom(1))
    await using reader = await openUncachedReader(library.databaseUrl)
    await using other = openSql(library.databaseUrl)
    let comparisons = 0
    const countComparison = async (caller: Client, path: string) => {
      if (await compare(reader, caller, path)) comparisons++
    }
    const runClient = async (seed: number) => {
      const random = createRandom(seed)
      for (let step = 0; step < 150; step++) {
        if (random() < 0.5) {
          const path = await sendRandomWrite(random, library)
          await countComparison(library.user, path)
        }
        if (random() < 0.03) await changeRandomRow(random, other)
        await countComparison(pick(random, [library.user, library.admin]), randomPath(random))
      }
    }
    await Promise.all([2, 3, 4, 5].map(runClient))
    // Once no client writes any more, every path is compared.
    const paths = resourceNames.flatMap((name) => [
      `/${name}`,
      ...Array.from({ length: 20 }, (_, n) => `/${name}/${n + 1}`),
    ])
    for (const path of [...paths, '/me/likes']) await countComparison(library.user, path)
    expect(comparisons).toBeGreaterThan(400)
  },
)

test('while accounts get other roles, log out, log in and are deleted, no response is stale', async () => {
  await using library = await startTestLibrary()
  await using reader = await openUncachedReader(library.databaseUrl)
  const random = createRandom(6)
  const accounts = await Promise.all([1, 2, 3].map((n) => library.createAccount(`account${n}@example.com`)))
  const roleIds = [1, 2]
  for (let step = 0; step < 60; step++) {
    const index = randomIndex(random, accounts.length)
    const account = accounts[index] as (typeof accounts)[number] // the index is in range
    const kind = random()
    if (kind < 0.4) await library.admin.put(`/users/${account.id}`, { role_id: pick(random, roleIds) })
    else if (kind < 0.5) await account.post('/logout')
    else if (kind < 0.55) await library.admin.delete(`/users/${account.id}`)
    else if (kind < 0.7) {
      await library.admin.put(`/users/${account.id}`, { password })
      const { body } = await library.anonymous.post('/login', { email: `account${index + 1}@example.com`, password })
      accounts[index] = { ...client(library.url, body.token), id: account.id }
    } else await account.put('/me', { name: `n${step}` })
    for (const caller of accounts) {
      for (const path of ['/me', '/users', '/labels']) await compare(reader, caller, path)
    }
  }
})
