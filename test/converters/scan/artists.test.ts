import { expect } from 'bun:test'
import { scanOne, type Tags } from '../../support/audio.ts'
import { musicTest as test } from './musicTest.ts'

const artistsOf = async (tags: Tags, id3?: 3 | 4, separator?: string) =>
  (await scanOne('a.mp3', { tags, ...(id3 && { id3 }), ...(separator && { separator }) }))?.artists

test('an artist with a slash stays one artist, with the spaces around the slash', async () => {
  for (const id3 of [3, 4] as const) {
    expect(await artistsOf({ TPE1: 'AC/DC' }, id3)).toEqual(['AC/DC'])
    expect(await artistsOf({ TPE1: 'Miles Davis / John Coltrane' }, id3)).toEqual(['Miles Davis / John Coltrane'])
  }
})

test('nothing in a text separates artists', async () => {
  const name = 'Earth, Wind & Fire; Tyler feat. Kali Uchis'
  expect(await artistsOf({ TPE1: name })).toEqual([name])
  expect((await scanOne('a.flac', { tags: { ARTIST: name } }))?.artists).toEqual([name])
})

test('several texts of one frame are several artists', async () => {
  expect(await artistsOf({ TPE1: ['AC/DC', 'Foo'] }, 4)).toEqual(['AC/DC', 'Foo'])
  expect(await artistsOf({ TPE1: ['AC/DC', 'Foo'] }, 3)).toEqual(['AC/DC', 'Foo'])
})

test('ARTISTS has the artists one by one, unless it is one text of ID3v2.3', async () => {
  const tags = { TPE1: 'AC/DC & Foo', 'TXXX:ARTISTS': ['AC/DC', 'Foo'] }
  expect(await artistsOf(tags, 4)).toEqual(['AC/DC', 'Foo'])
  expect(await artistsOf(tags, 3)).toEqual(['AC/DC', 'Foo'])
  expect(await artistsOf(tags, 3, '/')).toEqual(['AC/DC & Foo'])
  const vorbis = { ARTIST: 'AC/DC & Foo', ARTISTS: ['AC/DC', 'Foo'] }
  expect((await scanOne('a.flac', { tags: vorbis }))?.artists).toEqual(['AC/DC', 'Foo'])
})

test('the artists of WAV and AIFF with ID3v2.3 stay as they are', async () => {
  for (const path of ['a.wav', 'a.aiff'])
    expect((await scanOne(path, { tags: { TPE1: 'AC/DC' }, id3: 3 }))?.artists).toEqual(['AC/DC'])
})

test('the album artist is an artist of the track only if it has no other', async () => {
  const both = await scanOne('a.flac', { tags: { ARTIST: 'Bill Evans', ALBUMARTIST: 'Miles Davis', ALBUM: 'A' } })
  expect(both).toMatchObject({ artists: ['Bill Evans'], album: { artist: 'Miles Davis' } })
  expect(await scanOne('a.flac', { tags: { ALBUMARTIST: 'Miles Davis' } })).toMatchObject({ artists: ['Miles Davis'] })
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
