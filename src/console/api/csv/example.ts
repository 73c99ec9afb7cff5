import { formatCsvRow } from './format.ts'

const rows = [
  [
    'Title',
    'File path',
    'Artists',
    'Album',
    'Album artist',
    'Label',
    'Release date',
    'Album type',
    'Duration',
    'Genres',
  ],
  ...[
    ['So What', '01.flac', '9:22', 'Modal jazz'],
    ['Freddie Freeloader', '02.flac', '9:46', 'Modal jazz; Blues'],
  ].map(([title, file, duration, genres]) => [
    ...[title, `kind-of-blue/${file}`, 'Miles Davis', 'Kind of Blue', 'Miles Davis', 'Columbia', '1959-08-17', 'album'],
    ...[duration, genres],
  ]),
]

/** A table with the columns that most libraries need, to be filled in. */
export const exampleTable = rows.map(formatCsvRow).join('')
