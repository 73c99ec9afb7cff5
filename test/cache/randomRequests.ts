import type { Random } from '../../src/base/random.ts'
import { type ResourceName, resourceNames } from '../../src/catalogue/resources.ts'
import type { Client, ClientResponse } from '../support/client.ts'
import { sendToConsole } from '../support/consoleApi.ts'
import type { UncachedReader } from '../support/uncached.ts'

// Random reads and writes of a small catalogue, and comparisons of responses with what is stored.

interface Clients {
  admin: Client
  user: Client
}

/** The number of records at the start. Random ids are up to 5 higher, so that some of them do not exist. */
const initialCounts: Record<ResourceName, number> = { labels: 6, genres: 6, artists: 12, albums: 12, tracks: 120 }

export const randomIndex = (random: Random, length: number) => Math.floor(random() * length)

export const pick = <T>(random: Random, from: readonly T[]): T => from[randomIndex(random, from.length)] as T // the index is in range

/** Half of the time tracks, which have the most relations. */
const randomResource = (random: Random): ResourceName => (random() < 0.5 ? 'tracks' : pick(random, resourceNames))

export const randomId = (random: Random, name: ResourceName) => 1 + randomIndex(random, initialCounts[name] + 5)

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

/** Brings a record back that was deleted last, if that is possible. */
const undoDeletion = async (admin: Client, path: string) => {
  const query = `record=${path.slice(1)}&action=delete&limit=1`
  const { status, body } = await sendToConsole(admin, 'GET', `/audit?${query}`)
  // A node whose links to PostgreSQL are cut reads nothing.
  const [entry] = status === 200 ? body : []
  if (entry) await sendToConsole(admin, 'POST', `/audit/${entry.id}/revert`)
}

/** Merges two records into one, which may be rejected. */
const mergeRandomRecords = (random: Random, admin: Client, name: ResourceName, into: number) => {
  // Tracks are not merged.
  const merged = name === 'tracks' ? 'albums' : name
  return sendToConsole(admin, 'POST', `/${merged}/${into}/merge`, {
    from: [randomId(random, merged), randomId(random, merged)],
  })
}

/** Sends a random write. Returns the path of a record that it may have changed. */
export const sendRandomWrite = async (random: Random, { admin, user }: Clients) => {
  const name = randomResource(random)
  const id = randomId(random, name)
  const path = `/${name}/${id}`
  const kind = random()
  if (kind < 0.25) await user[random() < 0.5 ? 'post' : 'delete'](`/tracks/${randomId(random, 'tracks')}/like`)
  else if (kind < 0.75) await admin.put(path, randomBody(random, name))
  else if (kind < 0.89) await admin.post(`/${name}`, randomBody(random, name))
  else if (kind < 0.93) await admin.delete(path)
  else if (kind < 0.96) await mergeRandomRecords(random, admin, name, id)
  else await undoDeletion(admin, path)
  return path
}

export const randomPath = (random: Random) => {
  const name = randomResource(random)
  if (random() < 0.1) return '/me/likes'
  return random() < 0.3 ? `/${name}` : `/${name}/${randomId(random, name)}`
}

export const createRecords = async (admin: Client, random: Random) => {
  for (const name of resourceNames) {
    for (let n = 0; n < initialCounts[name]; n++) {
      const { label_id, album_id, artist_ids, genre_ids, ...body } = randomBody(random, name) as Record<string, unknown> // one type for all resources
      await admin.post(`/${name}`, body)
    }
  }
}

type Content = Pick<ClientResponse, 'status' | 'text'>

/** Sends a GET, and reads the library without a cache before and after it: other clients may write at the same time. */
export const readAround = async (
  reader: UncachedReader,
  caller: Client,
  path: string,
): Promise<{ before: Content; response: Content; after: Content }> => {
  const before = await reader.get(path, caller.token)
  const response = await caller.get(path)
  return { before, response, after: await reader.get(path, caller.token) }
}

/** How many characters are shown of each text. */
const shownLength = 400

/** Shows both texts from a little before their first difference. */
export const describeStale = (path: string, response: Content, stored: Content): string => {
  const { length } = response.text
  const different =
    Array.from({ length }, (_, index) => index).find((n) => response.text[n] !== stored.text[n]) ?? length
  const shown = ({ status, text }: Content) =>
    `${status} …${text.slice(Math.max(different - 100, 0)).slice(0, shownLength)}`
  return `GET ${path} is stale, from character ${different} on:\n${shown(response)}\n${shown(stored)}`
}
