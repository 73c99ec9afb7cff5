import { basename, extname } from 'node:path'
import { isVisible } from '../../base/visible.ts'
import { albumTypes } from '../../resources/album.ts'
import { cutText } from '../../validation/text.ts'
import { readDay } from '../days.ts'
import type { AlbumRow, TrackRow } from '../trackRow.ts'
import { coverOf } from './covers.ts'
import type { Audio } from './readAudio.ts'
import { parseGenres } from './tags/genres.ts'

/** More names than any track has. */
const maxNames = 100

/** The row of an audio file. */
export const rowOfAudio = (path: string, audio: Audio, covers: ReadonlyMap<string, string>): TrackRow => {
  const { common, length, md5 } = audio
  const title = titleOf(common)
  const album = albumOf(path, audio, covers)
  const artists = artistsOf(audio)
  const [key, formerKey] = keysOf(common, md5)
  return {
    place: path,
    title: title ?? basename(path, extname(path)),
    file_path: path,
    ...(key !== undefined && { key }),
    ...(formerKey !== undefined && { former_key: formerKey }),
    duration_seconds: Math.round(length),
    artists: artists.length > 0 ? artists : textsOf([common.albumartist]),
    genres: genresOf(audio),
    ...(album && { album }),
  }
}

export const hasTitle = ({ common }: Audio): boolean => titleOf(common) !== undefined

/** A title that nobody can see is none: the name of the file takes its place. */
const titleOf = ({ title }: Audio['common']) => (isVisible(textOf(title) ?? '') ? textOf(title) : undefined)

/**
 * The artists one by one, where the tags list them: several ARTIST or ARTISTS of Vorbis comments, and texts of ID3v2 that
 * are separated by NUL. In ID3v2.3, ARTISTS is often one text with slashes, which no program can take apart again.
 */
const artistsOf = ({ common, id3, hasOtherArtist }: Audio): string[] => {
  if (!id3 || hasOtherArtist || id3.artists.length === 0) return textsOf(common.artists ?? [common.artist])
  const isList = id3.separateArtists.length > (id3.version === 4 ? 0 : 1)
  return textsOf(isList ? id3.separateArtists : id3.artists)
}

const genresOf = ({ common, id3 }: Audio): string[] =>
  textsOf(id3 && id3.genres.length > 0 ? id3.genres : (common.genre ?? [])).flatMap(parseGenres)

const albumOf = (path: string, audio: Audio, covers: ReadonlyMap<string, string>): AlbumRow | undefined => {
  const { common } = audio
  const title = textOf(common.album)
  if (title === undefined) return
  const types = (common.releasetype ?? []).map((type) => String(type).toLowerCase())
  const members = {
    artist: textOf(common.albumartist),
    key: musicBrainzKey(common.musicbrainz_albumid),
    // MusicBrainz calls a release without a label so.
    label: textsOf(common.label ?? []).find((label) => label !== '[no label]'),
    type: albumTypes.find((type) => types.includes(type)),
    release_date: releaseDateOf(audio),
    cover_path: coverOf(path, covers),
  }
  const known = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return { title, ...known }
}

/** The date of this edition, or that of the first one if there is no other. */
const releaseDateOf = ({ common, id3 }: Audio): string | undefined => {
  const year = common.year === undefined || Number.isNaN(common.year) ? undefined : String(common.year)
  const [, day, month] = /^(\d\d)(\d\d)$/.exec(id3?.dayAndMonth ?? '') ?? []
  const dates = [common.date, day && year && `${year}-${month}-${day}`, year, common.releasedate, common.originaldate]
  const date = [...dates, common.originalyear].map(textOf).find((text) => text !== undefined && readDay(text) !== null)
  if (date === undefined) return
  const read = readDay(date)
  // Text of another form stays as it is, and gets a note.
  return read?.isExact ? read.day : date
}

/**
 * The key of a track, and the one that it has before its file gets ids of MusicBrainz. The id of a track on a release is
 * unique. That of a recording is the same on each release, so the one of the release is added.
 */
const keysOf = (common: Audio['common'], md5: string | undefined): (string | undefined)[] => {
  const recordingKey = musicBrainzKey(common.musicbrainz_recordingid)
  const albumId = musicBrainzId(common.musicbrainz_albumid)
  const key =
    musicBrainzKey(common.musicbrainz_trackid) ??
    (recordingKey && albumId ? `${recordingKey}:${albumId}` : recordingKey)
  const audioKey = md5 && `flac:${md5}`
  return key === undefined ? [audioKey] : [key, audioKey]
}

const musicBrainzKey = (value: unknown) => {
  const id = musicBrainzId(value)
  return id && `mb:${id}`
}

const musicBrainzId = (value: unknown): string | undefined => {
  const id = textOf(value)?.toLowerCase()
  return id && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined
}

/** A text that is not blank, cut to more than any name may have. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' ? cutText(text.trim()) || undefined : undefined
}

const textsOf = (values: readonly unknown[]): string[] =>
  values.slice(0, maxNames).flatMap((value) => textOf(value) ?? [])
