import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { readAudio } from '../../../src/converters/scan/readAudio.ts'
import type { Sound } from '../../support/audio.ts'
import { musicTest as test } from './musicTest.ts'

/** The length of all sounds. */
const seconds = 2.6

/** MP3 and AAC add up to two frames, and the last one is full. */
const tolerance = 0.08

const lengthOf = async (path: string) => (await readAudio(path)).length ?? Number.NaN

test.each<Sound>([
  ...(['vorbis.ogg', 'opus.opus', 'piped.wav', 'mp3.mp3', 'no-header.mp3', 'constant.mp3'] as const),
  ...(['aac.m4a', 'dash.m4a', 'fragments.m4a', 'wma.wma'] as const),
])('the length of %s is exact', async (music, sound) => {
  expect(Math.abs((await lengthOf(music.add(sound, {}, sound))) - seconds)).toBeLessThan(tolerance)
})

test('the length of a file that was cut is that of the rest, whatever its header says', async (music) => {
  const bytes = readFileSync(music.add('a.mp3'))
  music.write('cut.mp3', bytes.subarray(0, bytes.length / 2))
  expect(await lengthOf(music.absolute('cut.mp3'))).toBeLessThan(seconds * 0.7)
})

test('a file whose last frame ends in the middle of its header has a length', async (music) => {
  const bytes = readFileSync(music.add('a.mp3', {}, 'no-header.mp3'))
  for (const rest of [[0xff], [0xff, 0xfb], [0xff, 0xfb, 0x90]]) {
    music.write('cut.mp3', Buffer.concat([bytes, Buffer.from(rest)]))
    expect(Math.abs((await lengthOf(music.absolute('cut.mp3'))) - seconds)).toBeLessThan(tolerance)
  }
})

test('the length of a file that was joined of two counts both', async (music) => {
  const bytes = readFileSync(music.add('a.mp3', {}, 'mp3.mp3'))
  music.write('joined.mp3', Buffer.concat([bytes, bytes]))
  expect(Math.abs((await lengthOf(music.absolute('joined.mp3'))) - 2 * seconds)).toBeLessThan(3 * tolerance)
})

test('tags at both ends of a file do not count', async (music) => {
  music.add('a.mp3', { tags: { TIT2: 'T'.repeat(20_000) } }, 'constant.mp3')
  music.write('tags.mp3', Buffer.concat([music.read('a.mp3'), Buffer.from('TAG'.padEnd(128))]))
  expect(Math.abs((await lengthOf(music.absolute('tags.mp3'))) - seconds)).toBeLessThan(tolerance)
})

test('a fragmented file has the length of the fragments that it has, and none of them is no audio', async (music) => {
  const bytes = readFileSync(music.add('a.m4a', {}, 'fragments.m4a'))
  music.write('cut.m4a', bytes.subarray(0, bytes.lastIndexOf('moof') - 4))
  expect(await lengthOf(music.absolute('cut.m4a'))).toBeWithin(0.9, seconds - 0.1)
  music.write('header.m4a', bytes.subarray(0, bytes.indexOf('moof') - 4))
  expect(await readAudio(music.absolute('header.m4a')).catch((error) => error.message)).toMatch(/its length is unknown/)
})
