import { expect } from 'bun:test'
import { audioTest, type Sound, scanEach, type Tags } from '../../support/audio.ts'

const releaseId = 'c5b1c4ee-2b1d-4f3c-9d5e-0f1a2b3c4d5e'
const trackId = 'a1b2c3d4-0000-4000-8000-123456789abc'

const values = [
  ...['So What', ['Miles Davis', 'John Coltrane'], 'Kind of Blue', 'Miles Davis', ['Modal jazz', 'Jazz']],
  ...['1959-08-17', 'Columbia', 'ep', releaseId, trackId],
]

/** Tags of a format, which has a name for each of the values. */
const createTags = (...names: string[]): Tags =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? []]))

const vorbis = createTags(
  ...['TITLE', 'ARTIST', 'ALBUM', 'ALBUMARTIST', 'GENRE', 'DATE', 'LABEL', 'RELEASETYPE'],
  ...['MUSICBRAINZ_ALBUMID', 'MUSICBRAINZ_RELEASETRACKID'],
)
const id3 = createTags(
  ...['TIT2', 'TPE1', 'TALB', 'TPE2', 'TCON', 'TDRC', 'TPUB'],
  ...['Album Type', 'Album Id', 'Release Track Id'].map((name) => `TXXX:MusicBrainz ${name}`),
)
const mp4 = createTags(
  ...['©nam', '©ART', '©alb', 'aART', '©gen', '©day', '----:com.apple.iTunes:LABEL'],
  ...['Album Type', 'Album Id', 'Release Track Id'].map((name) => `----:com.apple.iTunes:MusicBrainz ${name}`),
)
const asf = createTags(
  ...['Title', 'Author', 'WM/AlbumTitle', 'WM/AlbumArtist', 'WM/Genre', 'WM/Year', 'WM/Publisher'],
  ...['Album Type', 'Album Id', 'Release Track Id'].map((name) => `MusicBrainz/${name}`),
)
const ape = createTags(
  ...['Title', 'Artist', 'Album', 'Album Artist', 'Genre', 'Year', 'Label'],
  ...['MUSICBRAINZ_ALBUMTYPE', 'MUSICBRAINZ_ALBUMID', 'MUSICBRAINZ_RELEASETRACKID'],
)

const formats: [Sound, Tags][] = [
  ['flac.flac', vorbis],
  ['vorbis.ogg', vorbis],
  ['opus.opus', vorbis],
  ['mp3.mp3', id3],
  ['wav.wav', id3],
  ['aiff.aiff', id3],
  ['aac.m4a', mp4],
  ['alac.m4a', mp4],
  ['wma.wma', asf],
  ['wavpack.wv', ape],
]

audioTest('the tags of each format become the same row', async () => {
  const rows = await scanEach(formats.map(([sound, tags]) => [sound, { tags }, sound]))
  expect(rows).toHaveLength(formats.length)
  for (const [index, { former_key, artists, genres, place, file_path, ...row }] of rows.entries()) {
    const sound = formats[index]?.[0]
    expect(former_key).toEqual(sound === 'flac.flac' ? expect.stringMatching(/^flac:[0-9a-f]{32}$/) : undefined)
    // WMA does not keep their order, and neither does the catalogue file.
    expect([sound, artists.toSorted(), genres.toSorted()]).toEqual([
      ...[sound, ['John Coltrane', 'Miles Davis'], ['Jazz', 'Modal jazz']],
    ])
    expect([sound, row]).toEqual([
      sound,
      {
        ...{ key: `mb:${trackId}`, title: 'So What', duration_seconds: 3 },
        album: {
          ...{ title: 'Kind of Blue', artist: 'Miles Davis', key: `mb:${releaseId}` },
          ...{ label: 'Columbia', type: 'ep', release_date: '1959-08-17' },
        },
      },
    ])
  }
})

audioTest('a file is read by its content, whatever its extension is', async () => {
  const sounds = ['flac.flac', 'aac.m4a', 'vorbis.ogg', 'wma.wma'] as const
  const rows = await scanEach(sounds.map((sound) => ['wrong.mp3', {}, sound]))
  expect(rows.map(({ duration_seconds }) => duration_seconds)).toEqual([3, 3, 3, 3])
})
