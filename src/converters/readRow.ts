import { withoutUndefined } from '../base/objects.ts'
import type { AddNote } from './notes.ts'
import type { AlbumRow, TrackRow } from './trackRow.ts'
import { readDate, readDuration, readExactText, readFilePath, readName, readNames, readTitle } from './values.ts'

/** Returns a row with its values as the catalogue file has them, or undefined if the track is left out. */
export const readRow = (row: TrackRow, addNote: AddNote): TrackRow | undefined => {
  const { place } = row
  const file_path = readFilePath(row.file_path, place, addNote)
  if (file_path === undefined) return
  const title = readTitle(row.title, place, addNote)
  if (title === undefined) {
    addNote(place, 'The title is required. The track is left out.')
    return
  }
  const album = row.album && readAlbum(row.album, place, addNote)
  return withoutUndefined({
    place,
    title,
    file_path,
    key: readExactText(row.key, 'key', place, addNote),
    former_key: readExactText(row.former_key, 'former key', place, addNote),
    duration_seconds: readDuration(row.duration_seconds, place, addNote),
    artists: readNames(row.artists, 'artist', place, addNote),
    genres: readNames(row.genres, 'genre', place, addNote),
    album,
  })
}

export const readAlbum = (album: AlbumRow, place: string, addNote: AddNote): AlbumRow | undefined => {
  const title = readName(album.title, 'album', place, addNote)
  if (title === undefined) return
  return withoutUndefined({
    title,
    artist: readName(album.artist, 'album artist', place, addNote),
    key: readExactText(album.key, 'album key', place, addNote),
    former: album.former && readFormer(album.former),
    label: readName(album.label, 'label', place, addNote),
    type: album.type,
    release_date: readDate(album.release_date, place, addNote),
    cover_path: readExactText(album.cover_path, 'cover', place, addNote),
  })
}

/** What was left out of the names before they were corrected is of no interest. */
const readFormer = ({ title, artist }: NonNullable<AlbumRow['former']>): AlbumRow['former'] => {
  const name = readName(title, 'album', '', () => {})
  return name === undefined
    ? undefined
    : withoutUndefined({ title: name, artist: readName(artist, 'album artist', '', () => {}) })
}
