import { labelReads, trackReads } from '../calls.ts'
import { type Call, get, request, successOf } from '../http.ts'
import { copyOf, type Library } from '../library.ts'
import { median } from '../measure.ts'
import { memoryOf } from '../memory.ts'
import type { Part } from '../part.ts'
import type { Server } from '../servers.ts'
import { megabytes, milliseconds, type Row, row, whole } from '../table.ts'

const sizes = [1_000, 10_000, 100_000]

export const growth: Part = async ({ servers, library, million }) => {
  const rows: Row[] = []
  for (const size of million ? [...sizes, 1_000_000] : sizes) {
    const source = await library(size)
    const name = `${whole(size)} tracks`
    const hashes: string[] = []
    const measured = (start: () => Promise<Server>) => async () => {
      await using server = await start()
      const { cells, hash } = await measure(server, source)
      hashes.push(hash)
      if (hash !== hashes[0]) throw new Error('the lists differ')
      return cells
    }
    rows.push(
      await row(
        name,
        measured(() => servers.ours(copyOf(source))),
      ),
    )
    rows.push(
      await row(
        `${name}, the baseline`,
        measured(() => servers.baseline(copyOf(source))),
      ),
    )
  }
  const columns = ['GET one label', 'GET one track', 'first GET /tracks', 'the second', 'size', 'memory']
  return [{ title: 'How it grows', about, columns, rows }]
}

const about = `One client, one request after another, on libraries of different sizes: medians of 300 labels and of 300
tracks, of any id; then the full list for the first time since the start, and again; then what the process holds. A
record should take the same time at every size, and the list and the memory grow with the tracks and no faster.`

const measure = async (server: Server, source: Library) => {
  const label = await typical(server, labelReads(source))
  const track = await typical(server, trackReads(source))
  const list = get(source.admin, '/tracks')
  const first = await timed(server, list)
  const second = await timed(server, list)
  const memory = memoryOf(server.pid)
  // Apart from the time: hashing takes longer than sending.
  const hasher = new Bun.CryptoHasher('sha1')
  await timed(server, list, (piece) => hasher.update(piece))
  return {
    cells: [...[label, track, first.time, second.time].map(milliseconds), megabytes(first.bytes), megabytes(memory)],
    hash: hasher.digest('hex'),
  }
}

const typical = async ({ url }: Server, calls: Call[]) => {
  const times: number[] = []
  for (const call of calls.slice(0, 400)) {
    const start = performance.now()
    await successOf(url, call)
    times.push(performance.now() - start)
  }
  // The first ones warm up the server and the client.
  return median(times.slice(100))
}

/** A list of a million tracks is too long to be kept, so it is only passed by. */
const timed = async ({ url }: Server, call: Call, look: (piece: Uint8Array) => void = () => {}) => {
  const start = performance.now()
  const { status, body } = await request(url, call, 300_000)
  if (status !== 200) throw new Error(`answered ${status}`)
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.length
    look(piece)
  }
  return { time: performance.now() - start, bytes }
}
