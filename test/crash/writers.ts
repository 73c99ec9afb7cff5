import type { Client } from '../support/client.ts'
import type { AcknowledgedWrites } from './acknowledgedWrites.ts'

/** A client that writes until the server is killed. */
export interface Writer {
  admin: Client
  writes: AcknowledgedWrites
  random: () => number
  /** Starts the names of everything that this writer creates, and is unique among all writers of a test. */
  namePrefix: string
}

/** The ids of the labels that the writers rename: 1 to this number. */
export const labelCount = 3

/** More writes than a writer can do before the server is killed. */
const maxWrites = 100_000

/** Sends random writes, each after the response to the one before, and records the acknowledged ones. */
export const writeUntilKilled = async (writer: Writer): Promise<void> => {
  const operations = [createTrack, renameLabel]
  try {
    for (let n = 0; n < maxWrites; n++) {
      const operation = operations[Math.floor(writer.random() * operations.length)] as Operation // within the list
      await operation(writer, `${writer.namePrefix}-${n}`)
      writer.writes.count++
    }
  } catch (error) {
    // Any other error is a connection that broke because the server was killed.
    if (error instanceof UnexpectedStatus) throw error
  }
}

class UnexpectedStatus extends Error {}

const expectStatus = (status: number, expected: number) => {
  if (status !== expected) throw new UnexpectedStatus(`the status is ${status}, not ${expected}`)
}

/** Sends one write and records it. @param name unique among all writes @throws UnexpectedStatus */
type Operation = (writer: Writer, name: string) => Promise<void>

const createTrack: Operation = async ({ admin, writes, random }, title) => {
  const artistIds = random() < 0.5 ? [1, 2] : [2, 3]
  const genreIds = [random() < 0.5 ? 1 : 2]
  const track = { title, file_path: title, artist_ids: artistIds, genre_ids: genreIds }
  const { status } = await admin.post('/tracks', track)
  expectStatus(status, 201)
  writes.tracks.set(title, { artistIds, genreIds })
}

const renameLabel: Operation = async ({ admin, writes, random }, name) => {
  const id = 1 + Math.floor(random() * labelCount)
  const label = writes.labels.get(id) ?? { acknowledgedName: '', requestedNames: [] }
  label.requestedNames.push(name)
  const { status } = await admin.put(`/labels/${id}`, { name })
  expectStatus(status, 200)
  // Another writer may have renamed the label in the meantime. The requested names therefore stay possible as well.
  label.acknowledgedName = name
}
