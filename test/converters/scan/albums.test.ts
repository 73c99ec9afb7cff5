import { expect } from 'bun:test'
import { scanEach, type Tags } from '../../support/audio.ts'
import { musicTest as test } from './musicTest.ts'

/** The albums of files with these tags. */
const albumsOf = async (tags: readonly Tags[]) =>
  (await scanEach(tags.map((own) => ['a.flac', { tags: { TITLE: 'T', ALBUM: 'A', ...own } }]))).map(
    ({ album }) => album,
  )

test('a date says as much as the tag, and that of this edition counts', async () => {
  const dates: [Tags, string | undefined][] = [
    [{ DATE: '1959-08-17T10:00:00' }, '1959-08-17'],
    [{ DATE: '0000' }, undefined],
    // The catalogue leaves it out, with a note.
    [{ DATE: 'summer of 59' }, 'summer of 59'],
    [{ DATE: '1997', ORIGINALDATE: '1959-08-17' }, '1997'],
    [{ ORIGINALDATE: '1959-08-17' }, '1959-08-17'],
    [{ DATE: '1959', ORIGINALDATE: '1959-08-17' }, '1959-08-17'],
  ]
  const albums = await albumsOf(dates.map(([tags]) => tags))
  expect(albums.map((album) => album?.release_date)).toEqual(dates.map(([, date]) => date))
})

test('ID3v2.3 has year and day in two frames', async () => {
  // mutagen writes TYER and TDAT for TDRC.
  const dates = ['1959-08-17', '1959']
  const rows = await scanEach(dates.map((TDRC) => ['a.mp3', { tags: { TALB: 'A', TDRC }, id3: 3 }]))
  expect(rows.map(({ album }) => album?.release_date)).toEqual(dates)
})

test('a release type of the catalogue counts among others, and any other does not', async () => {
  const albums = await albumsOf([{ RELEASETYPE: ['Single', 'live'] }, { RELEASETYPE: 'broadcast' }])
  expect(albums.map((album) => album?.type)).toEqual(['single', undefined])
})

test('the publisher or the organization is the label', async () => {
  const albums = await albumsOf([{ PUBLISHER: 'Columbia' }, { ORGANIZATION: 'Columbia' }, { LABEL: '[no label]' }])
  expect(albums.map((album) => album?.label)).toEqual(['Columbia', 'Columbia', undefined])
})

test('a cover beside the file belongs to the album, also above the folders of its discs', async (music) => {
  for (const path of ['a/1.flac', 'b/CD 1/1.flac', 'b/CD 2/1.flac', 'c/x/1.flac'])
    music.add(path, { tags: { TITLE: path, ALBUM: 'A' } })
  for (const path of ['a/front.png', 'a/Folder.JPG', 'b/cover.webp', 'b/CD 2/album.jpeg', 'c/cover.jpg', 'a/back.jpg'])
    music.write(path)
  const { rows } = await music.scan()
  expect(rows.map(({ album }) => album?.cover_path)).toEqual([
    'a/Folder.JPG',
    'b/cover.webp',
    'b/CD 2/album.jpeg',
    undefined,
  ])
})

test('discs have the cover above their folders, and albums of several titles do not', async (music) => {
  const add = (path: string, tags: Tags) => music.add(path, { tags })
  for (const disc of ['1', '2']) add(`a/Disco ${disc}/1.flac`, { ALBUM: 'A' })
  for (const disc of ['1', '2']) add(`b/Vol ${disc}/1.flac`, { ALBUM: `B ${disc}` })
  add('c/Red/1.mp3', { TALB: 'C', TPOS: '1/2' })
  add('c/Blue/1.flac', { ALBUM: 'C', DISCNUMBER: '2' })
  for (const path of ['a/cover.jpg', 'a/Disco 2/cover.jpg', 'b/cover.jpg', 'c/cover.jpg']) music.write(path)
  const { rows } = await music.scan()
  expect(rows.map(({ album }) => album?.cover_path)).toEqual([
    'a/cover.jpg',
    'a/Disco 2/cover.jpg',
    undefined,
    undefined,
    'c/cover.jpg',
    'c/cover.jpg',
  ])
})

test('albums without an album artist are told apart by the artist of most of their tracks in a folder', async (music) => {
  const add = (path: string, ARTIST: string | string[]) =>
    music.add(path, { tags: { TITLE: path, ALBUM: 'Hits', ARTIST } })
  for (const path of ['a/1.flac', 'a/2.flac']) add(path, 'Queen')
  add('a/3.flac', ['Queen', 'David Bowie'])
  add('b/1.flac', 'Queen & David Bowie')
  for (const path of ['b/2.flac', 'b/3.flac']) add(path, 'David Bowie')
  for (const artist of ['x', 'y', 'z']) add(`c/${artist}.flac`, artist)
  const { rows } = await music.scan()
  const artistsOf = (folder: string) =>
    new Set(rows.filter(({ file_path }) => file_path.startsWith(folder)).map(({ album }) => album?.artist))
  expect([artistsOf('a'), artistsOf('b'), artistsOf('c')]).toEqual([
    new Set(['Queen']),
    new Set(['David Bowie']),
    new Set([undefined]),
  ])
})
