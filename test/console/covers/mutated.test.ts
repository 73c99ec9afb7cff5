import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '../../../src/base/random.ts'
import { createCliLibrary, logIn } from '../../support/cliLibrary.ts'
import { animatedGif, animatedWebp, cmykJpeg, jpeg, png, turnedJpeg, webp } from './pictures.ts'

const seed = 20_261_130

const maxMegabytes = 250

const mutate = (source: Uint8Array, random: Random): Uint8Array => {
  const place = (length = source.length) => Math.floor(random() * length)
  const [start, end] = [place(), place()].sort((a, b) => a - b)
  const kind = random()
  // It ends early, lacks a part, or has a part twice.
  const bytes =
    kind < 0.2
      ? source.slice(0, end)
      : kind < 0.5
        ? Buffer.concat([source.subarray(0, kind < 0.35 ? start : end), source.subarray(kind < 0.35 ? end : start)])
        : source.slice()
  // Half of the changes are in the headers.
  for (let n = place(20); n >= 0 && bytes.length > 0; n--)
    bytes[place(random() < 0.5 ? Math.min(bytes.length, 64) : bytes.length)] = place(256)
  return bytes
}

test('200 mutated pictures neither end the server nor take much memory', async () => {
  using library = await createCliLibrary()
  const folder = join(library.folder, 'covers')
  mkdirSync(folder)
  const random = createRandom(seed)
  const sources = [
    ...[await jpeg(300, 200), await turnedJpeg(300, 200), cmykJpeg(), png(300, 200), png(30, 20, 16)],
    ...[await webp(300, 200), await webp(300, 200, true), await animatedWebp(30, 20), animatedGif()],
  ]
  for (let n = 0; n < 200; n++)
    writeFileSync(join(folder, `${n}.jpg`), mutate(sources[n % sources.length] ?? png(1, 1), random))
  await using server = await library.serve('--covers', folder)
  const admin = await logIn(server, 'admin@example.com')
  const send = (n: number) =>
    fetch(new URL(`/console/api/covers/file?path=${n}.jpg`, server.url), {
      headers: { authorization: `Bearer ${admin.token}` },
    })
  const responses = await Promise.all(Array.from({ length: 200 }, (_, n) => send(n)))
  const statuses = responses.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 404]))
  expect((await admin.get('/me')).status).toBe(200)
  if (process.platform !== 'linux') return
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  expect(Number(kilobytes) / 1024).toBeLessThan(maxMegabytes)
})
