import { expect } from 'bun:test'
import { AudioFile } from '../../../src/converters/scan/audioFile.ts'
import { PatchedFile } from '../../../src/converters/scan/patchedFile.ts'
import { musicTest as test } from './musicTest.ts'

test('timers and signals are handled during reads that need no disk', async (music) => {
  music.write('a.mp3', 'some bytes')
  await using file = await AudioFile.open(music.absolute('a.mp3'))
  let isHandled = false
  setTimeout(() => {
    isHandled = true
  }, 1)
  let reads = 0
  while (!isHandled && reads < 10_000_000) {
    await file.read(0, 4)
    reads++
  }
  expect(isHandled).toBe(true)
})

test('nothing shortens a file that is read', async (music) => {
  music.write('a.mp3', 'some bytes')
  await using file = await AudioFile.open(music.absolute('a.mp3'))
  expect(() => new PatchedFile(file, undefined).truncateSync()).toThrow('Audio files are only read.')
})
