import { mapValues } from '../../base/objects.ts'
import { otherLanguages } from './fieldNames.ts'

/** A field with several values. */
export type ListField = 'artists' | 'genres'

export const defaultListSeparators: Readonly<Record<ListField, string>> = { artists: ';', genres: ';' }

export const rowKinds = ['albums', 'tracks'] as const

/** What the rows of a table are that has no path. */
export type RowKind = (typeof rowKinds)[number]

interface Field {
  /** The names of columns that have it. A name has precedence over those after it. */
  columns: readonly string[]
  /**
   * Names that may also mean something else, so that those in all languages have precedence over them: a column "Track" is the title only if there
   * is no better one, since most programs write numbers into it.
   */
  vagueColumns?: readonly string[]
  /** Whether several columns of the same name are several values. */
  isList?: true
}

/** A column "Key" is none of them: DJ software writes the musical key into it. */
const knownFields = {
  title: {
    columns: ['title', 'tracktitle', 'trackname', 'songtitle', 'songname', 'song'],
    vagueColumns: ['name', 'track'],
  },
  path: { columns: ['filepath', 'fullpath', 'path'], vagueColumns: ['location', 'file', 'filename'] },
  file_name: { columns: ['filename'] },
  artists: {
    columns: [
      ...['artists', 'artist', 'trackartists', 'trackartist', 'artistnames', 'artistname', 'songartists', 'songartist'],
      ...['contributingartists', 'contributingartist', 'performers', 'performer'],
    ],
    isList: true,
  },
  album: { columns: ['album', 'albumtitle', 'albumname', 'alb'] },
  album_artist: { columns: ['albumartist', 'albumartists', 'albumartistname', 'albumartistnames'] },
  label: {
    columns: [
      ...['label', 'labels', 'recordlabel', 'recordlabels', 'reclabel', 'labelname', 'lbl', 'publisher', 'publishers'],
    ],
  },
  date: {
    columns: ['releasedate', 'reldate', 'albumreleasedate'],
    vagueColumns: ['date', 'year', 'yr', 'releaseyear', 'relyear', 'trackyear', 'originaldate', 'originalyear'],
  },
  month: { columns: ['month', 'releasemonth'] },
  day: { columns: ['day', 'releaseday'] },
  duration: {
    columns: [
      ...['duration', 'trackduration', 'dur', 'durationseconds', 'durationsec', 'durations'],
      ...['length', 'tracklength', 'len', 'lengthseconds', 'lengthsec', 'lengths', 'time', 'totaltime'],
    ],
  },
  duration_ms: { columns: ['durationms', 'trackdurationms', 'durationmilliseconds', 'lengthms'] },
  genres: { columns: ['genres', 'genre', 'styles', 'style'], isList: true },
  type: { columns: ['albumtype', 'releasetype'], vagueColumns: ['type'] },
  cover: { columns: ['cover', 'coverpath', 'coverart', 'artwork', 'artpath'] },
  key: { columns: ['trackkey', 'musicbrainzreleasetrackid', 'mbreleasetrackid', 'musicbrainztrackid', 'mbtrackid'] },
  album_key: { columns: ['albumkey', 'musicbrainzalbumid', 'mbalbumid', 'musicbrainzreleaseid'] },
  // Of tracks without a path: the best id first.
  id: {
    columns: ['trackuri', 'spotifyuri', 'uri', 'isrc', 'trackid', 'trackidentifier', 'spotifyid', 'url', 'id'],
  },
  catalog_number: {
    columns: [
      ...['catalognumber', 'catalogno', 'catalognr', 'catalog', 'catno', 'catnr', 'catalogid'],
      ...['cataloguenumber', 'catalogueno', 'cataloguenr', 'catalogue'],
    ],
  },
  position: {
    columns: [
      ...[
        'position',
        'pos',
        'tracknumber',
        'trackno',
        'tracknr',
        'tracknum',
        'trackposition',
        'trackindex',
        'no',
        'nr',
      ],
      ...['#', 'num', 'number'],
    ],
    vagueColumns: ['track'],
  },
  disc: { columns: ['disc', 'discnumber', 'discno', 'discnr', 'disk', 'disknumber', 'medium', 'side'] },
} satisfies Record<string, Field>

/** What a column can contain. */
export type FieldName = keyof typeof knownFields

/**
 * A name of a column without case, accents, spaces and punctuation: `Artist Name(s)` is `artistnames`. A `#` alone is a number. Where there is no key for an ä, ö or ü, people
 * write ae, oe or ue.
 */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/(?!^#$)[^\p{L}\p{N}]/gu, '')
    .replaceAll(/([aou])e/g, '$1')

export const fields: Record<FieldName, Omit<Field, 'vagueColumns'>> = mapValues(
  knownFields,
  ({ columns, vagueColumns = [], ...field }: Field, name) => {
    const others = otherLanguages.flatMap((names) => names[name]?.split(', ') ?? [])
    return { ...field, columns: [...columns, ...others, ...vagueColumns].map(normalizeName) }
  },
)
