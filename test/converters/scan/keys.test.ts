import { expect } from 'bun:test'
import { mkdirSync, renameSync } from 'node:fs'
import { buildCatalogue } from '../../../src/converters/buildCatalogue.ts'
import { scanEach, tagAudio } from '../../support/audio.ts'
import { musicTest as test } from './musicTest.ts'

const idOf = (n: number) => `0000000${n}-0000-4000-8000-000000000000`
const [recording, release, releaseTrack] = [idOf(1), idOf(2), idOf(3)]

test('the id of a track on a release comes before that of the recording, which is the same on each release', async () => {
  const recordingTags = { MUSICBRAINZ_TRACKID: recording }
  const releaseTags = { ...recordingTags, MUSICBRAINZ_ALBUMID: release }
  const rows = await scanEach([
    ['a.ogg', { tags: { ...releaseTags, MUSICBRAINZ_RELEASETRACKID: releaseTrack } }],
    ['a.ogg', { tags: releaseTags }],
    ['a.ogg', { tags: recordingTags }],
    ['a.ogg', { tags: { MUSICBRAINZ_TRACKID: 'no id' } }],
    // ID3 has that of the recording in a frame of its own.
    ['a.mp3', { tags: { 'UFID:http://musicbrainz.org': recording } }],
  ])
  expect(rows.map(({ key }) => key)).toEqual([
    ...[`mb:${releaseTrack}`, `mb:${recording}:${release}`, `mb:${recording}`, undefined, `mb:${recording}`],
  ])
})

test('a FLAC file keeps its key when it is moved and retagged', async (music) => {
  music.add('a.flac', { tags: { TITLE: 'Old' } })
  const [before] = (await music.scan()).rows
  expect(before?.key).toMatch(/^flac:[0-9a-f]{32}$/)
  mkdirSync(music.absolute('b'))
  renameSync(music.absolute('a.flac'), music.absolute('b/c.flac'))
  tagAudio(music.absolute('b/c.flac'), { TITLE: 'New' })
  const [after] = (await music.scan()).rows
  expect(after).toMatchObject({ title: 'New', file_path: 'b/c.flac', key: before?.key })
})

test('a FLAC file that gets a MusicBrainz id names its former key', async (music) => {
  music.add('a.flac')
  const [before] = (await music.scan()).rows
  tagAudio(music.absolute('a.flac'), { MUSICBRAINZ_RELEASETRACKID: releaseTrack })
  const [after] = (await music.scan()).rows
  expect(after).toMatchObject({ key: `mb:${releaseTrack}`, former_key: before?.key })
})

test('a FLAC file of an encoder that wrote to a pipe has neither key nor length', async () => {
  expect(await scanEach([['a.flac', {}, 'piped.flac']])).toEqual([
    { place: 'a/a.flac', file_path: 'a/a.flac', title: 'a', artists: [], genres: [] },
  ])
})

test('copies of a FLAC file have no keys, with a note', async (music) => {
  for (const path of ['a.flac', 'b.flac']) music.add(path)
  music.add('c.flac', {}, 'other.flac')
  const { chunks, notes } = buildCatalogue((await music.scan()).rows)
  expect(notes.map(({ place }) => place)).toEqual(['a.flac'])
  expect([...chunks].join('').match(/"key": "flac:/g)).toHaveLength(1)
})
