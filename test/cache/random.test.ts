import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { type Client, client } from '../support/client.ts'
import { password, startTestLibrary, type TestLibrary } from '../support/library.ts'
import { createRandom } from '../support/random.ts'
import { openUncachedReader, type UncachedReader } from '../support/uncached.ts'

type Chance = () => number

const nouns = ['labels', 'genres', 'artists', 'albums', 'tracks'] as const

/** So many of each there are at the start, and ids are drawn from a few more. */
const many = { labels: 6, genres: 6, artists: 12, albums: 12, tracks: 120 }

const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T

const idOf = (chance: Chance, noun: keyof typeof many) => 1 + Math.floor(chance() * (many[noun] + 5))

const someIds = (chance: Chance, noun: keyof typeof many) => [
  ...new Set(Array.from({ length: Math.floor(chance() * 4) }, () => idOf(chance, noun))),
]

const bodyOf = (chance: Chance, noun: (typeof nouns)[number]) => {
  const word = `n${Math.floor(chance() * 1e6)}`
  const label_id = chance() < 0.3 ? null : idOf(chance, 'labels')
  if (noun === 'artists') return { name: word, label_id }
  if (noun === 'albums') return { title: word, label_id }
  if (noun !== 'tracks') return { name: word }
  const album_id = chance() < 0.3 ? null : idOf(chance, 'albums')
  const sets = chance() < 0.5 ? {} : { artist_ids: someIds(chance, 'artists'), genre_ids: someIds(chance, 'genres') }
  return { title: word, file_path: word, album_id, ...sets }
}

/** A change, and where it may show. */
const change = async (chance: Chance, { admin, user }: { admin: Client; user: Client }) => {
  const noun = chance() < 0.5 ? 'tracks' : pick(chance, nouns)
  const path = `/${noun}/${idOf(chance, noun)}`
  const kind = chance()
  if (kind < 0.25) await user[chance() < 0.5 ? 'post' : 'delete'](`/tracks/${idOf(chance, 'tracks')}/like`)
  else if (kind < 0.75) await admin.put(path, bodyOf(chance, noun))
  else if (kind < 0.92) await admin.post(`/${noun}`, bodyOf(chance, noun))
  else await admin.delete(path)
  return path
}

const wherever = (chance: Chance) => {
  const noun = chance() < 0.5 ? 'tracks' : pick(chance, nouns)
  if (chance() < 0.1) return '/me/likes'
  return chance() < 0.3 ? `/${noun}` : `/${noun}/${idOf(chance, noun)}`
}

/** Another program that changes a row of any table, outside the API. */
const changeElsewhere = (chance: Chance, file: Sqlite) => {
  const noun = pick(chance, nouns)
  const column = noun === 'albums' || noun === 'tracks' ? 'title' : 'name'
  file.run(`UPDATE ${noun} SET ${column} = ? WHERE id = ?`, [`x${Math.floor(chance() * 1e6)}`, idOf(chance, noun)])
}

let compared = 0

/** The response is that of a fresh reader, whenever two of them before and after it agree. */
const compare = async (fresh: UncachedReader, asked: Client, path: string) => {
  const before = await fresh.get(path, asked.token)
  const { status, text } = await asked.get(path)
  const after = await fresh.get(path, asked.token)
  if (before.text !== after.text) return
  compared++
  if (status !== after.status || text !== after.text) {
    throw new Error(`GET ${path} is not what the library holds:\n${text.slice(0, 400)}\n${after.text.slice(0, 400)}`)
  }
}

const furnish = async ({ admin }: TestLibrary, chance: Chance) => {
  for (const noun of nouns) {
    for (let n = 0; n < many[noun]; n++) {
      const { label_id, album_id, artist_ids, genre_ids, ...body } = bodyOf(chance, noun) as Record<string, unknown>
      await admin.post(`/${noun}`, body)
    }
  }
}

test.each([
  ['remembers all', 64],
  ['has little room', 0.1],
])(
  'whatever several clients and another program change, a server that %s responses what the library holds',
  async (_, megabytes) => {
    await using library = await startTestLibrary({ cacheBytes: megabytes * 1_048_576 })
    await furnish(library, createRandom(1))
    await using fresh = await openUncachedReader(library.file)
    const file = new Sqlite(library.file)
    file.run('PRAGMA busy_timeout = 5000')
    compared = 0
    try {
      const drive = async (seed: number) => {
        const chance = createRandom(seed)
        for (let step = 0; step < 150; step++) {
          if (chance() < 0.5) {
            const path = await change(chance, library)
            await compare(fresh, library.user, path)
          }
          if (chance() < 0.03) changeElsewhere(chance, file)
          await compare(fresh, pick(chance, [library.user, library.admin]), wherever(chance))
        }
      }
      await Promise.all([2, 3, 4, 5].map(drive))
      // And once more in peace, every response there is.
      const paths = nouns.flatMap((noun) => [`/${noun}`, ...Array.from({ length: 20 }, (_, n) => `/${noun}/${n + 1}`)])
      for (const path of [...paths, '/me/likes']) await compare(fresh, library.user, path)
    } finally {
      file.close()
    }
    expect(compared).toBeGreaterThan(400)
  },
)

test('random accounts that come and go, are made admins and log out are known for what they are at every step', async () => {
  await using library = await startTestLibrary()
  await using fresh = await openUncachedReader(library.file)
  const chance = createRandom(6)
  const joined = await Promise.all([1, 2, 3].map((n) => library.createAccount(`account${n}@example.com`)))
  const roles = [1, 2]
  for (let step = 0; step < 60; step++) {
    const at = Math.floor(chance() * joined.length)
    const account = joined[at] as (typeof joined)[number]
    const kind = chance()
    if (kind < 0.4) await library.admin.put(`/users/${account.id}`, { role_id: pick(chance, roles) })
    else if (kind < 0.5) await account.post('/logout')
    else if (kind < 0.55) await library.admin.delete(`/users/${account.id}`)
    else if (kind < 0.7) {
      await library.admin.put(`/users/${account.id}`, { password })
      const credentials = { email: `account${at + 1}@example.com`, password }
      const { body } = await library.anonymous.post('/login', credentials)
      joined[at] = { ...client(library.url, body.token), id: account.id }
    } else await account.put('/me', { name: `n${step}` })
    for (const each of joined) {
      for (const path of ['/me', '/users', '/labels']) await compare(fresh, each, path)
    }
  }
})
