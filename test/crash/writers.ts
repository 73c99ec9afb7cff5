import type { Client } from '../support/client.ts'
import type { Ledger } from './ledger.ts'

/** Writes as fast as it is answered, and notes what it was told, until the server is gone. */
export const writeUntilKilled = async (
  admin: Client,
  ledger: Ledger,
  name: string,
  random: () => number,
): Promise<void> => {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const kinds = [createTrack, renameLabel, likeOrNot]
  try {
    for (let n = 0; n < 100_000; n++) {
      await pick(kinds)(admin, ledger, `${name}-${n}`, random)
      ledger.acknowledged++
    }
  } catch (error) {
    // The connection breaks when the server is killed. Anything else is a fault of the server or of this test.
    if (error instanceof Refused) throw error
  }
}

class Refused extends Error {}

const expectStatus = (status: number, wanted: number) => {
  if (status !== wanted) throw new Refused(`answered ${status} instead of ${wanted}`)
}

type Step = (admin: Client, ledger: Ledger, name: string, random: () => number) => Promise<void>

const createTrack: Step = async (admin, ledger, title, random) => {
  const artists = random() < 0.5 ? [1, 2] : [2, 3]
  const genres = [random() < 0.5 ? 1 : 2]
  const { status } = await admin.post('/tracks', { title, file_path: title, artist_ids: artists, genre_ids: genres })
  expectStatus(status, 201)
  ledger.tracks.set(title, { artists, genres })
}

const renameLabel: Step = async (admin, ledger, name, random) => {
  const id = 1 + Math.floor(random() * 3)
  const label = ledger.labels.get(id) ?? { known: '', asked: [] }
  label.asked.push(name)
  const { status } = await admin.put(`/labels/${id}`, { name })
  expectStatus(status, 200)
  // Others may have renamed it since it was asked; what they asked for is possible, too.
  label.known = name
}

/** The tracks that are liked and unliked: each by one client only, so that their order is known. */
const likeOrNot: Step = async (admin, ledger, name, random) => {
  const id = 1 + Number(name.split('-')[1])
  ledger.likes.set(id, 'open')
  const wanted = random() < 0.5 ? 'liked' : 'not liked'
  const { status } =
    wanted === 'liked' ? await admin.post(`/tracks/${id}/like`) : await admin.delete(`/tracks/${id}/like`)
  expectStatus(status, 200)
  ledger.likes.set(id, wanted)
}
