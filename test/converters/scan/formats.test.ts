import { expect } from 'bun:test'
import { audioTest, type Sound, scanOne, type Tags } from '../../support/audio.ts'

const releaseId = 'c5b1c4ee-2b1d-4f3c-9d5e-0f1a2b3c4d5e'
const trackId = 'a1b2c3d4-0000-4000-8000-123456789abc'

const vorbis: Tags = {
  TITLE: 'So What',
  ARTIST: ['Miles Davis', 'John Coltrane'],
  ALBUM: 'Kind of Blue',
  ALBUMARTIST: 'Miles Davis',
  GENRE: ['Modal jazz', 'Jazz'],
  DATE: '1959-08-17',
  LABEL: 'Columbia',
  RELEASETYPE: 'EP',
  MUSICBRAINZ_ALBUMID: releaseId,
  MUSICBRAINZ_RELEASETRACKID: trackId,
}

const id3: Tags = {
  TIT2: 'So What',
  TPE1: ['Miles Davis', 'John Coltrane'],
  TALB: 'Kind of Blue',
  TPE2: 'Miles Davis',
  TCON: ['Modal jazz', 'Jazz'],
  TDRC: '1959-08-17',
  TPUB: 'Columbia',
  'TXXX:MusicBrainz Album Type': 'ep',
  'TXXX:MusicBrainz Album Id': releaseId,
  'TXXX:MusicBrainz Release Track Id': trackId,
}

const mp4: Tags = {
  '©nam': 'So What',
  '©ART': ['Miles Davis', 'John Coltrane'],
  '©alb': 'Kind of Blue',
  aART: 'Miles Davis',
  '©gen': ['Modal jazz', 'Jazz'],
  '©day': '1959-08-17',
  '----:com.apple.iTunes:LABEL': 'Columbia',
  '----:com.apple.iTunes:MusicBrainz Album Type': 'ep',
  '----:com.apple.iTunes:MusicBrainz Album Id': releaseId,
  '----:com.apple.iTunes:MusicBrainz Release Track Id': trackId,
}

const asf: Tags = {
  Title: 'So What',
  Author: ['Miles Davis', 'John Coltrane'],
  'WM/AlbumTitle': 'Kind of Blue',
  'WM/AlbumArtist': 'Miles Davis',
  'WM/Genre': ['Modal jazz', 'Jazz'],
  'WM/Year': '1959-08-17',
  'WM/Publisher': 'Columbia',
  'MusicBrainz/Album Type': 'ep',
  'MusicBrainz/Album Id': releaseId,
  'MusicBrainz/Release Track Id': trackId,
}

const ape: Tags = {
  Title: 'So What',
  Artist: ['Miles Davis', 'John Coltrane'],
  Album: 'Kind of Blue',
  'Album Artist': 'Miles Davis',
  Genre: ['Modal jazz', 'Jazz'],
  Year: '1959-08-17',
  Label: 'Columbia',
  MUSICBRAINZ_ALBUMTYPE: 'ep',
  MUSICBRAINZ_ALBUMID: releaseId,
  MUSICBRAINZ_RELEASETRACKID: trackId,
}

const tagsOf: Partial<Record<Sound, Tags>> = {
  'flac.flac': vorbis,
  'vorbis.ogg': vorbis,
  'opus.opus': vorbis,
  'mp3.mp3': id3,
  'wav.wav': id3,
  'aiff.aiff': id3,
  'aac.m4a': mp4,
  'alac.m4a': mp4,
  'wma.wma': asf,
  'wavpack.wv': ape,
}

for (const [sound, tags] of Object.entries(tagsOf) as [Sound, Tags][]) {
  audioTest(`the tags of ${sound} become a row`, async () => {
    const { key, former_key, artists = [], genres = [], ...row } = (await scanOne(sound, { tags }, sound)) ?? {}
    expect(key).toBe(`mb:${trackId}`)
    expect(former_key).toEqual(sound === 'flac.flac' ? expect.stringMatching(/^flac:[0-9a-f]{32}$/) : undefined)
    // WMA does not keep their order, and neither does the catalogue file.
    expect(artists.toSorted()).toEqual(['John Coltrane', 'Miles Davis'])
    expect(genres.toSorted()).toEqual(['Jazz', 'Modal jazz'])
    expect(row).toEqual({
      place: sound,
      file_path: sound,
      title: 'So What',
      duration_seconds: 3,
      album: {
        title: 'Kind of Blue',
        artist: 'Miles Davis',
        key: `mb:${releaseId}`,
        label: 'Columbia',
        type: 'ep',
        release_date: '1959-08-17',
      },
    })
  })
}

audioTest('a file is read by its content, whatever its extension is', async () => {
  for (const sound of ['flac.flac', 'aac.m4a', 'vorbis.ogg', 'wma.wma'] as const)
    expect(await scanOne('wrong.mp3', {}, sound)).toMatchObject({ file_path: 'wrong.mp3', duration_seconds: 3 })
})
