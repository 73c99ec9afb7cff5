import { basename, extname } from 'node:path'
import { withoutUndefined } from '../../base/objects.ts'
import { isVisible } from '../../base/visibleText.ts'
import { albumTypes } from '../../resources/album.ts'
import { cutText } from '../../validation/text.ts'
import { readDay } from '../days.ts'
import type { AlbumRow, TrackRow } from '../trackRow.ts'
import type { Audio, Tags } from './audio.ts'
import { coverOf } from './covers.ts'

/** More names than any track has. */
const maxNames = 100

/** The row of an audio file. */
export const rowOfAudio = (
  path: string,
  { tags, length, md5 }: Audio,
  covers: ReadonlyMap<string, string>,
): TrackRow => {
  const artists = artistsOf(tags)
  const [key, formerKey] = keysOf(tags, md5)
  return withoutUndefined({
    place: path,
    title: titleOf(tags) ?? basename(path, extname(path)),
    file_path: path,
    key,
    former_key: formerKey,
    duration_seconds: length === undefined ? undefined : Math.round(length),
    artists: artists.length > 0 ? artists : textsOf(tags, 'albumArtist', 'ALBUM ARTIST').slice(0, 1),
    genres: textsOf(tags, 'genre'),
    disc: discOf(tags),
    album: albumOf(path, tags, covers),
  })
}

/** The number of the disc, as in `2` or `2/3`. */
const discOf = (tags: Tags): number | undefined => {
  const [number] = /^\d+/.exec(textsOf(tags, 'discNumber')[0] ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

export const hasTitle = ({ tags }: Audio): boolean => titleOf(tags) !== undefined

/** A title that nobody can see is none: the name of the file takes its place. */
const titleOf = (tags: Tags) => textsOf(tags, 'title').find(isVisible)

/**
 * The artists one by one, where the tags list them: several texts of the artist, or ARTISTS. In ID3v2.3, ARTISTS is often one text with
 * slashes, which no program can take apart again.
 */
const artistsOf = (tags: Tags): string[] => {
  const list = textsOf(tags, 'ARTISTS')
  const artists = textsOf(tags, 'artist')
  return artists.length === 0 || list.length > 1 || (list.length === 1 && !list[0]?.includes('/')) ? list : artists
}

const albumOf = (path: string, tags: Tags, covers: ReadonlyMap<string, string>): AlbumRow | undefined => {
  const [title] = textsOf(tags, 'album')
  if (title === undefined) return
  const types = textsOf(tags, 'RELEASETYPE', 'MUSICBRAINZ_ALBUMTYPE').map((type) => type.toLowerCase())
  return withoutUndefined({
    title,
    artist: textsOf(tags, 'albumArtist', 'ALBUM ARTIST')[0],
    key: musicBrainzKey(tags.musicbrainzReleaseId),
    // MusicBrainz calls a release without a label so.
    label: textsOf(tags, 'label', 'publisher', 'ORGANIZATION').find((label) => label !== '[no label]'),
    type: albumTypes.find((type) => types.includes(type)),
    release_date: releaseDateOf(tags),
    cover_path: coverOf(path, covers),
  })
}

/** The date of this edition, or that of the first one if there is no other. One that says more and agrees takes its place. */
const releaseDateOf = (tags: Tags): string | undefined => {
  const dates = ['date', 'YEAR', 'RELEASEDATE', 'originalDate', 'ORIGINALYEAR'].flatMap((name) => textsOf(tags, name))
  const date = dates.find((text) => readDay(text) !== null)
  if (date === undefined) return
  const read = readDay(date)
  // Text of another form stays as it is, and gets a note.
  if (!read?.isExact) return date
  return dates.flatMap((text) => readDay(text)?.day ?? []).find((day) => day.startsWith(`${read.day}-`)) ?? read.day
}

/**
 * The key of a track, and the one that it has before its file gets ids of MusicBrainz. The id of a track on a release is
 * unique. That of a recording is the same on each release, so the one of the release is added.
 */
const keysOf = (tags: Tags, md5: string | undefined): (string | undefined)[] => {
  const recordingKey = musicBrainzKey(tags.musicbrainzTrackId)
  const albumId = musicBrainzId(tags.musicbrainzReleaseId)
  const key =
    musicBrainzKey(tags.musicbrainzReleaseTrackId) ??
    (recordingKey && albumId ? `${recordingKey}:${albumId}` : recordingKey)
  const audioKey = md5 && `flac:${md5}`
  return key === undefined ? [audioKey] : [key, audioKey]
}

const musicBrainzKey = (texts: Tags[string]) => {
  const id = musicBrainzId(texts)
  return id && `mb:${id}`
}

const musicBrainzId = (texts: Tags[string]): string | undefined => {
  const id = texts?.[0]?.trim().toLowerCase()
  return id && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined
}

/** The texts of the first of some tags that has any: without blank ones, and cut to more than any name may have. */
const textsOf = (tags: Tags, ...names: string[]): string[] => {
  for (const name of names) {
    const texts = tags[name]?.slice(0, maxNames).flatMap((text) => cutText(text.trim()) || [])
    if (texts && texts.length > 0) return texts
  }
  return []
}
