import { mapValues } from '../../base/objects.ts'
import type { ResourceName } from '../../catalogue/resources.ts'
import type { AddRowNote } from '../notes.ts'
import { joinValues } from './cells.ts'
import { type FieldName, type ListField, normalizeName } from './fields.ts'

/** A section whose records are in a table of their own. Those of tracks have their albums, artists and genres beside them. */
export type RecordSection = Exclude<ResourceName, 'tracks'>

/** A table as another program writes it. What a form does not say is read as in any table. */
export interface TableForm {
  /** What a file of it is, such as `a playlist of Exportify`. */
  name: string
  /** Whether a file has all tracks of a library, so that what it does not have may be deleted. */
  isWholeLibrary: boolean
  /** The columns that only this form has together, as `normalizeName` returns them. */
  header: readonly string[]
  columns: Partial<Record<FieldName, string>>
  /** What the rows are; tracks by default. Such a table has no other columns. */
  section?: RecordSection
  listSeparators?: Record<ListField, string>
  /** Makes the text of a field of the text of its cell. */
  read?: Partial<Record<FieldName, (text: string, addNote: AddRowNote) => string>>
}

/** The columns of records that the console downloads, by the fields as which they are read. A name stays as it is. */
const recordColumns = {
  labels: { label: 'Label' },
  genres: { genres: 'Genre' },
  artists: { artists: 'Artist', label: 'Label', date: 'Release date', duration: 'Duration seconds', cover: 'Cover' },
  albums: {
    ...{ album: 'Album', album_key: 'Album key', label: 'Label' },
    ...{ date: 'Release date', type: 'Album type', cover: 'Cover', duration: 'Duration seconds' },
  },
} as const satisfies Record<RecordSection, Partial<Record<FieldName, string>>>

/** The tables of labels, genres, artists and albums that the console downloads. */
export const recordForms: Record<RecordSection, TableForm> = mapValues(recordColumns, (columns, section) => ({
  name: `a table of ${section}`,
  isWholeLibrary: false,
  header: Object.values(columns).map(normalizeName),
  columns,
  section,
  listSeparators: { artists: '', genres: '' },
}))

/** Playlists of Spotify as https://exportify.net writes them. Older files separate artists by commas, which are also in names: these stay one. */
const exportify: TableForm = {
  name: 'a playlist of Exportify',
  isWholeLibrary: false,
  header: ['trackuri', 'trackname', 'albumname', 'artistnames', 'durationms'],
  columns: { path: 'Track URI' },
  listSeparators: { artists: ';', genres: ',' },
}

/** Playlists of Spotify as the program of https://github.com/watsonbox/exportify writes them. A comma in a name has a backslash before it. */
const exportifyWithUris: TableForm = {
  name: 'a playlist of Exportify',
  isWholeLibrary: false,
  header: ['trackuri', 'trackname', 'artisturis', 'artistnames', 'albumuri', 'albumname'],
  columns: { path: 'Track URI', album_key: 'Album URI', genres: 'Artist Genres', label: 'Label' },
  listSeparators: { artists: ',', genres: ',' },
}

const idOf = (text: string) => `discogs:${text.trim()}`

/** Ends a name of Discogs, and is no part of it: the number of one of several of that name, or the asterisk of another spelling. */
const mark = String.raw`(?: \(\d+\)|(?<=[^\s*])\*)+`

/** What may be between two names. It is also in names: only after a mark it is known to divide them. */
const joiner = String.raw`(?:\s*[,/&+;]\s*|\s(?:and|e|et|featuring|feat|ft|meets|presents|pres|und|versus|vs|with|x|y)\.?\s)`

const joinedNames = new RegExp(`${mark}${joiner}`, 'i')
const marks = new RegExp(`${mark}(?=${joiner}|$)`, 'gi')

const removeMarks = (text: string) => text.trim().replaceAll(marks, '')

const namesOf = (text: string) =>
  text
    .split(joinedNames)
    .map(removeMarks)
    .filter((name) => !/^(?:no|unknown) artist$/i.test(name))

const albumArtistOf = (text: string) => (namesOf(text).length > 0 ? removeMarks(text) : '')

const firstLabelOf = (text: string, addNote: AddRowNote) => {
  const labels = removeMarks(text)
    .split(/, (?=\S)/)
    .filter((label) => !/^not on label\b/i.test(label))
  const [first = '', ...others] = new Set(labels)
  if (others.length > 0) addNote(`An album has one label. Of ${JSON.stringify(text)} the first is read.`, 'labels')
  return first
}

/** The first type that a text such as `LP, Album, RE` or `7", Single` names. */
const typeOf = (text: string) => {
  const words = text.toLowerCase().split(/[^\w]+/)
  return (
    [...words, ''].find((word) => ['album', 'single', 'ep'].includes(word)) ?? (words.includes('lp') ? 'album' : '')
  )
}

/** The lists of a user of Discogs. A row is a release, and its tracks are not in the file: the release becomes one track. */
const discogs = {
  columns: {
    ...{ title: 'Title', album: 'Title', artists: 'Artist', album_artist: 'Artist', label: 'Label' },
    ...{ date: 'Released', type: 'Format', path: 'release_id', album_key: 'release_id' },
  },
  listSeparators: { artists: '', genres: '' },
  read: {
    path: idOf,
    album_key: idOf,
    artists: (text: string) => joinValues(namesOf(text)),
    album_artist: albumArtistOf,
    label: firstLabelOf,
    type: typeOf,
  },
} satisfies Partial<TableForm>

const discogsHeader = ['catalog', 'artist', 'title', 'format', 'released', 'releaseid']

const discogsForms: readonly TableForm[] = [
  {
    ...discogs,
    name: 'a collection of Discogs',
    isWholeLibrary: true,
    header: [...discogsHeader, 'collectionfolder'],
  },
  { ...discogs, name: 'a wantlist of Discogs', isWholeLibrary: false, header: discogsHeader },
  {
    ...discogs,
    name: 'an inventory of Discogs',
    isWholeLibrary: false,
    header: ['listingid', 'artist', 'title', 'format', 'releaseid'],
  },
]

/**
 * All columns of the items of beets, of which several are lists: versions from 2.0 on have `artists`, and from 2.7 on `genres`, with
 * the separator of beets. Earlier ones have one `artist`, and a `genre` with commas.
 */
export const beets: TableForm = {
  name: 'the library of beets',
  isWholeLibrary: true,
  header: ['mbreleasetrackid', 'albumartistsort', 'acoustidid', 'originalyear'],
  columns: {},
  listSeparators: { artists: '', genres: ', ' },
}

/** The liked tracks in `YourLibrary.json`, which Spotify sends to its users. A track has one artist there, and no length. */
const spotify: TableForm = {
  name: 'a library of Spotify',
  isWholeLibrary: true,
  header: ['artist', 'album', 'track', 'uri'],
  columns: { path: 'uri', title: 'track' },
  listSeparators: { artists: '', genres: '' },
}

/** What Roon writes of the tracks that its user has chosen. A comma separates artists, and is also in names: these become two. */
const roon: TableForm = {
  name: 'an export of Roon',
  isWholeLibrary: true,
  header: ['trackartists', 'externalid', 'isdup', 'ishidden'],
  columns: {},
  listSeparators: { artists: ',', genres: ',' },
}

const forms: readonly TableForm[] = [
  ...Object.values(recordForms),
  exportifyWithUris,
  exportify,
  ...discogsForms,
  beets,
  spotify,
  roon,
]

/** The form whose columns a header has, if there is one. */
export const findForm = (header: readonly string[]): TableForm | undefined => {
  const names = new Set(header.map(normalizeName))
  return forms.find(
    (form) =>
      form.header.every((name) => names.has(name)) && (form.section === undefined || names.size === form.header.length),
  )
}
