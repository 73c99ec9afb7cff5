import { expect } from 'bun:test'
import { scanEach } from '../../support/audio.ts'
import { musicTest as test } from './musicTest.ts'

type File = Parameters<typeof scanEach>[0][number]

const artistsOf = async (...files: File[]) => (await scanEach(files)).map(({ artists }) => artists)

const ofBoth = (TPE1: string | string[]): File[] => [
  ['a.mp3', { tags: { TPE1 }, id3: 3 }],
  ['a.mp3', { tags: { TPE1 }, id3: 4 }],
]

test('nothing in a text separates artists, and a slash keeps the spaces around it', async () => {
  for (const name of ['AC/DC', 'Miles Davis / John Coltrane', 'Earth, Wind & Fire; Tyler feat. Kali Uchis'])
    expect(await artistsOf(...ofBoth(name), ['a.flac', { tags: { ARTIST: name } }])).toEqual([[name], [name], [name]])
})

test('several texts of one frame are several artists', async () => {
  const names = ['AC/DC', 'Foo']
  expect(await artistsOf(...ofBoth(names))).toEqual([names, names])
})

test('ARTISTS has the artists one by one, unless it is one text of ID3v2.3', async () => {
  const names = ['AC/DC', 'Foo']
  const tags = { TPE1: 'AC/DC & Foo', 'TXXX:ARTISTS': names }
  const files: File[] = [
    ['a.mp3', { tags, id3: 4 }],
    ['a.mp3', { tags, id3: 3 }],
    ['a.flac', { tags: { ARTIST: 'AC/DC & Foo', ARTISTS: names } }],
    ['a.mp3', { tags, id3: 3, separator: '/' }],
  ]
  expect(await artistsOf(...files)).toEqual([names, names, names, ['AC/DC & Foo']])
})

test('the artists of WAV and AIFF with ID3v2.3 stay as they are', async () => {
  const files = ['a.wav', 'a.aiff'].map((path): File => [path, { tags: { TPE1: 'AC/DC' }, id3: 3 }])
  expect(await artistsOf(...files)).toEqual([['AC/DC'], ['AC/DC']])
})

test('the album artist is an artist of the track only if it has no other', async () => {
  const rows = await scanEach([
    ['a.flac', { tags: { ARTIST: 'Bill Evans', ALBUMARTIST: 'Miles Davis', ALBUM: 'A' } }],
    ['a.flac', { tags: { ALBUMARTIST: 'Miles Davis' } }],
  ])
  expect(rows).toMatchObject([
    { artists: ['Bill Evans'], album: { artist: 'Miles Davis' } },
    { artists: ['Miles Davis'] },
  ])
})

test('albums with the same title stay apart without an album artist, if each has one artist', async (music) => {
  const add = (path: string, ARTIST: string) => music.add(path, { tags: { TITLE: path, ARTIST, ALBUM: 'Hits' } })
  for (const artist of ['Queen', 'ABBA'])
    for (const disc of ['CD1', 'CD2']) add(`${artist}/Hits/${disc}/1.flac`, artist)
  add('Mixed/1.flac', 'Queen')
  add('Mixed/2.flac', 'ABBA')
  const { rows } = await music.scan()
  expect(rows.map(({ album }) => album?.artist)).toEqual(['ABBA', 'ABBA', undefined, undefined, 'Queen', 'Queen'])
})
