import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createRandom } from '../../../src/base/random.ts'
import { UnreadableAudio } from '../../../src/converters/scan/audio.ts'
import { readAudio } from '../../../src/converters/scan/readAudio.ts'
import { amount, isLongForm } from '../../support/longForm.ts'
import { musicTest as test } from './musicTest.ts'

const seed = Number(process.env.SEED ?? (isLongForm ? Date.now() % 2 ** 32 : 1))

const extensions = ['mp3', 'flac', 'ogg', 'opus', 'm4a', 'wav', 'aiff', 'wma', 'wv']

/** Cuts, changes or extends bytes at random. Most of what is read of an audio file is near its ends. */
const mutate = (bytes: Buffer, random: () => number): Buffer => {
  const below = (count: number) => Math.floor(random() * count)
  const position = [below(bytes.length), below(4_096), bytes.length - below(256)][below(3)] ?? 0
  const inserted = Buffer.from(Array.from({ length: 1 + below(64) }, () => below(256)))
  const [before, after] = [bytes.subarray(0, position), bytes.subarray(position)]
  return [
    before,
    Buffer.concat([before, inserted, after]),
    Buffer.concat([before, inserted, after.subarray(inserted.length)]),
  ][below(3)] as Buffer // below(3) is the index of one
}

test(`audio files that were cut, changed or extended at random are read, or say why not (SEED=${seed})`, async (music) => {
  const random = createRandom(seed)
  const files = extensions.map((extension) => readFileSync(music.add(`whole.${extension}`)))
  for (let number = 0; number < amount(60, 3_000); number++) {
    const index = number % extensions.length
    const name = `${number}.${extensions[index]}`
    music.write(name, mutate(files[index] as Buffer, random)) // the index is within bounds
    const before = process.cpuUsage()
    const audio = await readAudio(music.absolute(name), 'bytes').catch((error: unknown) => error)
    const { user, system } = process.cpuUsage(before)
    if (audio instanceof Error) expect([name, audio]).toEqual([name, expect.any(UnreadableAudio)])
    if (isLongForm) expect({ name, isSlow: user + system > 1_000_000 }).toEqual({ name, isSlow: false })
  }
})
