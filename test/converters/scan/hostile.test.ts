import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { createRandom } from '../../../src/base/random.ts'
import { buildCatalogue } from '../../../src/converters/buildCatalogue.ts'
import { audioTest, createMusicFolder } from '../../support/audio.ts'
import { withLibrary } from '../../support/catalogue.ts'
import { amount } from '../../support/longForm.ts'
import { seedText } from '../../support/seedText.ts'

const random = createRandom(1)

const randomBytes = (length: number) => Uint8Array.from({ length }, () => random() * 256)

type MusicFolder = ReturnType<typeof createMusicFolder>

/** Seeds the catalogue of a folder, so that an invalid one fails. Returns its tracks and all notes. */
const seedScan = async (music: MusicFolder) => {
  const { rows, unreadable } = await music.scan()
  const { chunks, notes } = buildCatalogue(rows)
  const text = [...chunks].join('')
  await withLibrary((database) => seedText(database, text))
  return { tracks: JSON.parse(text).tracks, unreadable, notes }
}

const extensions = ['mp3', 'flac', 'ogg', 'opus', 'm4a', 'wav', 'aiff', 'wma', 'wv', 'ape']

test('random bytes, empty files and texts are unreadable, whatever their extension is', async () => {
  using music = createMusicFolder()
  for (const extension of extensions) {
    music.write(`random.${extension}`, randomBytes(amount(30_000, 300_000)))
    music.write(`empty.${extension}`)
    music.write(`text.${extension}`, 'No audio at all. '.repeat(1_000))
  }
  const { rows, unreadable } = await music.scan()
  expect(rows).toEqual([])
  expect(unreadable).toHaveLength(3 * extensions.length)
})

audioTest('a file of nothing but empty tags or headers is read in the time of a test', async () => {
  using music = createMusicFolder()
  music.write('tags.mp3', Buffer.alloc(10_000_000, 'ID3\x04\0\0\0\0\0\0', 'latin1'))
  // A frame of silence in one channel, with the checksum of its header.
  const header = Buffer.from([0xff, 0xf8, 0xc9, 0x08, 0, 0x95])
  const start = readFileSync(music.add('piped.flac', {}, 'piped.flac')).subarray(0, 42)
  start[4] = 0x80
  music.write('headers.flac', Buffer.concat([start, Buffer.alloc(600_000, header)]))
  const { unreadable } = await music.scan()
  expect(unreadable.map(({ place }) => place)).toEqual(['tags.mp3'])
  // Without a bound it would take minutes.
})

audioTest('long texts and control characters in tags give a valid catalogue with notes', async () => {
  using music = createMusicFolder()
  music.add('long.mp3', { tags: { TIT2: 'x'.repeat(1_000_000), TPE1: 'y'.repeat(1_000_000), TCON: 'z'.repeat(101) } })
  music.add('long.flac', { tags: { TITLE: 'x'.repeat(1_000_000), ARTIST: Array.from({ length: 5_000 }, String) } })
  music.add('controls.flac', { tags: { TITLE: 'a\u0000b\u001b[31mc', ALBUM: '\u0007', ARTIST: ' \u0001 ' } })
  const { tracks, notes } = await seedScan(music)
  expect(tracks.map(({ title }: { title: string }) => title.length)).toEqual([1, 255, 255])
  expect(notes.length).toBeGreaterThan(4)
})

audioTest(
  'very many artists of one track are read in a few seconds, and most are left out; of more the file is unreadable',
  async () => {
    using music = createMusicFolder()
    const flac = readFileSync(music.add('a.flac'))
    const bytesOf = (number: number) => Buffer.from(Uint32Array.of(number).buffer)
    const field = (text: string) => Buffer.concat([bytesOf(Buffer.byteLength(text)), Buffer.from(text)])
    const writeFile = (artistCount: number) => {
      const artists = Array.from({ length: artistCount }, (_, number) => field(`ARTIST=Artist ${number}`))
      const comment = Buffer.concat([field('encoder'), bytesOf(artistCount), ...artists])
      const header = bytesOf(0x04000000 + comment.length).swap32()
      music.write('a.flac', Buffer.concat([flac.subarray(0, 42), header, comment, flac.subarray(42)]))
    }
    writeFile(10_000)
    const { tracks } = await seedScan(music)
    expect(tracks[0].artists).toHaveLength(100)
    writeFile(amount(10_001, 100_000))
    const { unreadable } = await music.scan()
    expect(unreadable).toEqual([{ place: 'a.flac', sentence: expect.stringContaining('more than 10,000 values') }])
  },
)

audioTest('lone surrogates in UTF-16 give a valid catalogue', async () => {
  using music = createMusicFolder()
  const frame = Buffer.from([0x54, 0x49, 0x54, 0x32, 0, 0, 0, 7, 0, 0, 1, 0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, frame.length])
  music.write('a.mp3', Buffer.concat([header, frame, readFileSync(music.add('b.mp3'))]))
  const { tracks } = await seedScan(music)
  expect(tracks[0]).toMatchObject({ file_path: 'a.mp3', title: 'a' })
})
