import { mapValues } from '../../../base/objects.ts'
import { type FieldName, normalizeName } from '../fields.ts'
import type { RecordSection, TableForm } from './form.ts'

/** The columns of records that the console downloads, by the fields as which they are read. A name stays as it is. */
const columns = {
  labels: { label: 'Label' },
  genres: { genres: 'Genre' },
  artists: { artists: 'Artist', label: 'Label', date: 'Release date', duration: 'Duration seconds', cover: 'Cover' },
  albums: {
    ...{ album: 'Album', album_key: 'Album key', label: 'Label' },
    ...{ date: 'Release date', type: 'Album type', cover: 'Cover', duration: 'Duration seconds' },
  },
} as const satisfies Record<RecordSection, Partial<Record<FieldName, string>>>

/** The tables of labels, genres, artists and albums that the console downloads. */
export const recordForms: Record<RecordSection, TableForm> = mapValues(columns, (columns, section) => ({
  name: `a table of ${section}`,
  isWholeLibrary: false,
  header: Object.values(columns).map(normalizeName),
  columns,
  section,
  listSeparators: { artists: '', genres: '' },
}))
