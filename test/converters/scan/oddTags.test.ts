import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { musicTest as test } from './musicTest.ts'

// Tags as programs have written them that do not keep to the letter of ID3v2, or use the rare parts of it.

const bigEndian = (number: number) => Buffer.from([24, 16, 8, 0].map((shift) => (number >> shift) & 0xff))
const synchsafe = (number: number) => Buffer.from([21, 14, 7, 0].map((shift) => (number >> shift) & 0x7f))

/** A frame of ID3v2.3, or of ID3v2.4 with the size of version 2.3, as old versions of iTunes write it. */
const frame = (id: string, content: Buffer, flags = 0) =>
  Buffer.concat([Buffer.from(id), bigEndian(content.length), Buffer.from([0, flags]), content])

const utf16 = (text: string) => Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const latin1 = (text: string) => Buffer.from(`\0${text}`, 'latin1')

const tag = (version: number, frames: Buffer[], flags = 0) => {
  const content = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, flags]), synchsafe(content.length), content])
}

/** Puts a zero after each 0xff, so that no player takes the tag for audio. */
const unsynchronise = (bytes: Buffer) => Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))

const compressed = (content: Buffer) => Buffer.concat([bigEndian(content.length), deflateSync(content)])

/** The items of an APE tag at the end of a file. */
const apeTag = (items: Record<string, string>) => {
  const little = (number: number) => Buffer.from(bigEndian(number).toReversed())
  const entries = Object.entries(items).map(([name, value]) =>
    Buffer.concat([little(Buffer.byteLength(value)), little(0), Buffer.from(`${name}\0${value}`)]),
  )
  const content = Buffer.concat(entries)
  const footer = Buffer.concat([
    ...[Buffer.from('APETAGEX'), little(2000), little(content.length + 32), little(entries.length)],
    ...[little(0), Buffer.alloc(8)],
  ])
  return Buffer.concat([content, footer])
}

const cases: Record<string, [before: Buffer, expected: object, after?: Buffer]> = {
  'a whole tag of ID3v2.3 that is unsynchronised': [
    tag(3, [unsynchronise(Buffer.concat([frame('TIT2', utf16('Title')), frame('TPE1', utf16('Artist'))]))], 0x80),
    { title: 'Title', artists: ['Artist'] },
  ],
  'an extended header of ID3v2.3 with a checksum': [
    tag(
      3,
      [bigEndian(10), Buffer.from([0x80, 0, 0, 0, 0, 0]), Buffer.from('sum.'), frame('TIT2', latin1('Title'))],
      0x40,
    ),
    { title: 'Title' },
  ],
  'an extended header of ID3v2.3 without a checksum': [
    tag(3, [bigEndian(6), Buffer.alloc(6), frame('TIT2', latin1('Title')), frame('TPE1', latin1('Artist'))], 0x40),
    { title: 'Title', artists: ['Artist'] },
  ],
  'compressed frames': [
    tag(3, [frame('TIT2', compressed(latin1('Title')), 0x80), frame('TALB', compressed(latin1('Album')), 0x80)]),
    { title: 'Title', album: { title: 'Album' } },
  ],
  'a long frame of old iTunes before others': [
    tag(4, [
      frame('COMM', latin1(`eng\0${'c'.repeat(300)}`)),
      frame('TIT2', latin1('Title')),
      frame('TPE1', latin1('AC/DC')),
    ]),
    { title: 'Title', artists: ['AC/DC'] },
  ],
  'UTF-16 with a byte too many': [
    tag(3, [frame('TIT2', Buffer.concat([utf16('Title'), Buffer.from([0])])), frame('TPE1', latin1('Artist'))]),
    { title: 'Title', artists: ['Artist'] },
  ],
  'an APE tag beside ID3': [
    tag(3, [frame('TIT2', latin1('Title')), frame('TPE1', latin1('Simon/Garfunkel'))]),
    { title: 'Title', artists: ['Simon/Garfunkel'] },
    apeTag({ Title: 'Title', Artist: 'Simon/Garfunkel' }),
  ],
  'two tags, of which one counts': [
    Buffer.concat([
      tag(4, [frame('TIT2', latin1('First')), frame('TPE1', latin1('One'))]),
      tag(4, [frame('TIT2', latin1('Second')), frame('TALB', latin1('Album'))]),
    ]),
    { place: 'a.mp3', title: 'First', file_path: 'a.mp3', duration_seconds: 3, artists: ['One'], genres: [] },
  ],
  'a date of zeros before the original one': [
    tag(4, [frame('TALB', latin1('Album')), frame('TDRC', latin1('0000-00-00')), frame('TDOR', latin1('1950'))]),
    { album: { title: 'Album', release_date: '1950' } },
  ],
}

for (const [name, [before, expected, after = Buffer.alloc(0)]] of Object.entries(cases)) {
  test(`${name} is read right`, async (music) => {
    const sound = readFileSync(music.add('a.mp3', {}, 'constant.mp3'))
    // ffmpeg has written a tag of its own.
    const start = sound.indexOf(Buffer.from([0xff, 0xfb]))
    music.write('a.mp3', Buffer.concat([before, sound.subarray(start), after]))
    const [row] = (await music.scan()).rows
    if ('place' in expected) expect<unknown>(row).toEqual(expected)
    else expect(row).toMatchObject(expected)
  })
}

test('a stale ID3 tag before FLAC does not count', async (music) => {
  music.add('a.flac', { tags: { TITLE: 'Title', ARTIST: 'Artist', ALBUM: 'Album' } })
  const flac = music.read('a.flac')
  music.write('a.flac', Buffer.concat([tag(3, [frame('TPE1', latin1('Stale')), frame('TCON', latin1('Folk'))]), flac]))
  expect((await music.scan()).rows).toMatchObject([
    { title: 'Title', artists: ['Artist'], genres: [], album: { title: 'Album' }, duration_seconds: 3 },
  ])
})

const little = (number: number) => Buffer.from(bigEndian(number).toReversed())
const chunk = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id), little(content.length), content, Buffer.alloc(content.length % 2)])

/** The texts of WAV, in Latin-1. */
const info = (texts: Record<string, string>) =>
  chunk(
    'LIST',
    Buffer.concat([
      Buffer.from('INFO'),
      ...Object.entries(texts).map(([id, text]) => chunk(id, Buffer.from(`${text}\0`, 'latin1'))),
    ]),
  )

test('texts of WAV that are not UTF-8 are read, and so are those of a second list', async (music) => {
  const texts = { INAM: 'Plain Title', IART: 'Bj\u00f6rk V', IPRD: 'H\u00f6hen', IGNR: 'Pop' }
  const album = { title: 'Höhen', artist: 'Björk V' }
  const expected = { title: 'Plain Title', artists: ['Björk V'], genres: ['Pop'], duration_seconds: 3, album }
  const wav = readFileSync(music.add('a.wav'))
  music.write('a.wav', Buffer.concat([wav.subarray(0, 36), info(texts), wav.subarray(36)]))
  music.write('b.wav', Buffer.concat([wav, info(texts)]))
  music.write('c.wav', Buffer.concat([wav, info({ ...texts, IART: Buffer.from('Björk V').toString('latin1') })]))
  // The encoder has written a list with its own name before.
  const { rows } = await music.scan()
  expect(rows.map(({ file_path, place, ...row }) => row)).toEqual([expected, expected, expected])
})

const atom = (name: string, ...contents: Buffer[]) => {
  const content = Buffer.concat(contents)
  return Buffer.concat([bigEndian(content.length + 8), Buffer.from(name, 'latin1'), content])
}

test('items of MP4 with one name are several values', async (music) => {
  music.add('a.m4a', { tags: { '\u00a9nam': 'Title' } })
  const file = music.read('a.m4a')
  const text = (value: string) => atom('data', bigEndian(1), bigEndian(0), Buffer.from(value))
  const own = (name: string, value: string) =>
    atom(
      '----',
      atom('mean', bigEndian(0), Buffer.from('com.apple.iTunes')),
      atom('name', bigEndian(0), Buffer.from(name)),
      text(value),
    )
  const items = [
    ...[
      atom('\u00a9ART', text('One')),
      atom('\u00a9nam', text('Title')),
      atom('\u00a9ART', text('Two'), text('Three')),
    ],
    ...[own('LABEL', 'Label'), own('ARTISTS', 'One'), own('ARTISTS', 'Four'), atom('\u00a9gen', text('Pop'))],
    ...[atom('\u00a9gen', text('Rock')), atom('\u00a9alb', text('Album'))],
  ]
  const tags = atom(
    'udta',
    atom(
      'meta',
      bigEndian(0),
      atom('hdlr', bigEndian(0), bigEndian(0), Buffer.from('mdirappl'), Buffer.alloc(9)),
      atom('ilst', ...items),
    ),
  )
  // The tags that the encoder has written take part no more.
  const start = file.indexOf('moov') - 4
  const moov = file.subarray(start + 8, start + file.readUInt32BE(start))
  const old = moov.indexOf('udta') - 4
  const kept = [moov.subarray(0, old), moov.subarray(old + moov.readUInt32BE(old))]
  music.write('a.m4a', Buffer.concat([file.subarray(0, start), atom('moov', ...kept, tags)]))
  const [row] = (await music.scan()).rows
  expect(row).toMatchObject({ title: 'Title', artists: ['One', 'Four'], genres: ['Pop', 'Rock'], duration_seconds: 3 })
  expect(row?.album).toMatchObject({ title: 'Album', label: 'Label' })

  const renamed = music.read('a.m4a').toString('latin1').replaceAll('ARTISTS', 'ARTISTZ')
  music.write('a.m4a', Buffer.from(renamed, 'latin1'))
  expect((await music.scan()).rows).toMatchObject([{ artists: ['One', 'Two', 'Three'] }])
})
