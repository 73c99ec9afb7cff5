import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { OperationalError } from '../../src/base/errors.ts'
import { summarizeTable } from '../../src/converters/csv/columns.ts'
import type { FieldName } from '../../src/converters/csv/fields.ts'
import { type CsvOptions, readCsv } from '../../src/converters/csv/readCsv.ts'
import { rejection } from '../support/database.ts'
import { amount } from '../support/longForm.ts'

type Columns = [FieldName, string[]][]

const read = async (
  content: string | Uint8Array,
  { columns = [], ...others }: Partial<Omit<CsvOptions, 'columns'>> & { columns?: Columns } = {},
) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const result = await readCsv(bytes, 'x.csv', { ...others, columns: new Map(columns) })
  return { ...result, summary: summarizeTable(result.table) }
}

const rowsOf = async (...args: Parameters<typeof read>) => {
  const { rows, problems } = await read(...args)
  expect(problems.listed).toEqual([])
  return rows
}

const problemsOf = async (...args: Parameters<typeof read>) =>
  (await read(...args)).problems.listed.map(
    ({ line, column, name, sentence }) => `${line}:${column} ${name}: ${sentence}`,
  )

const notesOf = async (...args: Parameters<typeof read>) =>
  (await read(...args)).notes.map(({ place, sentence }) => `${place} ${sentence}`)

const errorOf = async (...args: Parameters<typeof read>) => String(await rejection(read(...args))).replace(/^\w+: /, '')

/** The only row of a file with a title, a path and another column. */
const cellRow = async (column: string, cell: string, options?: Parameters<typeof read>[1]) => {
  const [row] = await rowsOf(`title\tpath\talbum\t${column}\nT\tp\tA\t${cell}\n`, options)
  return row
}

/** A file with a column of these cells. */
const columnOf = (cells: readonly (number | string)[], header = 'Length') =>
  `title\tpath\t${header}\n${cells.map((cell, index) => `T\t${index}\t${cell}\n`).join('')}`

const secondsOf = async (cells: readonly (number | string)[], header?: string, options?: Parameters<typeof read>[1]) =>
  (await rowsOf(columnOf(cells, header), options)).map(({ duration_seconds }) => duration_seconds)

const cellProblem = async (column: string, cell: string) =>
  (await problemsOf(`title\tpath\talbum\t${column}\nT\tp\tA\t${cell}\n`))[0]

test('a row has the values of all columns', async () => {
  const text = `Title,Path,Artist,Album,Album Artist,Label,Release date,Duration,Genre,Album Type,Cover,MusicBrainz Track Id,MusicBrainz Album Id
So What,kob/01.flac,Miles Davis;John Coltrane,Kind of Blue,Miles Davis,Columbia,1959-08-17,9:22,Modal jazz;Jazz,Album,kob/cover.jpg,t1,a1
`
  expect(await rowsOf(text)).toEqual([
    {
      place: 'x.csv:2',
      title: 'So What',
      file_path: 'kob/01.flac',
      key: 't1',
      duration_seconds: 562,
      artists: ['Miles Davis', 'John Coltrane'],
      genres: ['Modal jazz', 'Jazz'],
      album: {
        title: 'Kind of Blue',
        artist: 'Miles Davis',
        key: 'a1',
        label: 'Columbia',
        type: 'album',
        release_date: '1959-08-17',
        cover_path: 'kob/cover.jpg',
      },
    },
  ])
})

test('empty cells are left out, and empty rows are skipped', async () => {
  expect(await rowsOf('title,path,album,artist,date\n\nT,p,,,\n,,,,\n  \n')).toEqual([
    { place: 'x.csv:3', title: 'T', file_path: 'p', artists: [], genres: [] },
  ])
})

test.each([',', ';', '\t', '|'])('%j separates columns', async (separator) => {
  const text = `title,path,artist\n"a, b; c\td|e",p,x\n`.replaceAll(/,(?! )/g, separator)
  expect(await rowsOf(text)).toMatchObject([{ title: 'a, b; c\td|e', file_path: 'p', artists: ['x'] }])
})

test('a separator inside a quoted name of the header does not mislead', async () => {
  expect(await rowsOf('"title","path","a;b;c;d;e"\nT,p,x\n')).toMatchObject([{ title: 'T', file_path: 'p' }])
})

test('a first line sep= names the separator', async () => {
  expect(await rowsOf('sep=|\r\ntitle|path\r\nT|p\r\n')).toMatchObject([{ title: 'T', place: 'x.csv:3' }])
})

test('lines end in LF, CRLF or CR', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const rows = await rowsOf(['title,path', 'T,p', 'U,"q"'].join(end))
    expect(rows).toMatchObject([
      { title: 'T', place: 'x.csv:2' },
      { title: 'U', place: 'x.csv:3' },
    ])
  }
})

test('quoted cells may have newlines and quotes, and places count lines', async () => {
  const rows = await rowsOf('title,path\r\n"a\r\nb ""c""", "p"\r\nU,q\r\n')
  expect(rows).toMatchObject([
    { title: 'a\nb "c"', file_path: 'p', place: 'x.csv:2' },
    { title: 'U', place: 'x.csv:4' },
  ])
})

test('quotes inside a cell are part of it', async () => {
  const rows = await rowsOf('title,path\nBlue Monday (12" Mix),p\n"Heroes" (Live),q\n')
  expect(rows.map(({ title }) => title)).toEqual(['Blue Monday (12" Mix)', '"Heroes" (Live)'])
})

test('UTF-8, UTF-16 and Windows-1252 are recognised', async () => {
  const text = 'title,path\nÁgætis byrjun,é\n'
  const withBom = `\ufeff${text}`
  const utf16 = [text, withBom].map((content) => Buffer.from(content, 'utf16le'))
  const swapped = utf16.map((bytes) => Buffer.from(bytes).swap16())
  for (const content of [text, withBom, ...utf16, ...swapped, Buffer.from(text, 'latin1')]) {
    expect(await rowsOf(content)).toMatchObject([{ title: 'Ágætis byrjun', file_path: 'é' }])
  }
})

test('a note says when the file was read as Windows-1252', async () => {
  const { notes, rows } = await read(Buffer.from('title,path\n\x80 caf\xe9,p\n', 'latin1'))
  expect([notes, rows]).toMatchObject([
    [{ place: 'x.csv', sentence: expect.stringContaining('is read as Windows-1252') }],
    [{ title: '€ café' }],
  ])
})

test('UTF-8 with a byte of another encoding is an error at its place, and an encoding can be named', async () => {
  const mixed = Buffer.concat([Buffer.from('title,path\nÅse,a\n'), Buffer.from('Bj\xf6rk,b\n', 'latin1')])
  expect(await errorOf(mixed)).toMatch(/^x\.csv:3:3 has the byte F6, .* it is "ö"\. .* --encoding windows-1252\.$/)
  expect(await rowsOf(mixed, { encoding: 'windows-1252' })).toMatchObject([{ title: 'Ã…se' }, { title: 'Björk' }])
  const cyrillic = Buffer.from('title,path\n\xcf\xe5\xf1\xed\xff,p\n', 'latin1')
  expect(await rowsOf(cyrillic, { encoding: 'windows-1251' })).toMatchObject([{ title: 'Песня' }])
  expect(await notesOf(cyrillic, { encoding: 'windows-1251' })).toEqual([])
  expect(await errorOf(Buffer.from([0x74, 0xff, 0xff]), { encoding: 'shift_jis' })).toContain('not text in shift_jis')
})

test('joined files have a byte order mark and a header in the middle, which are left out', async () => {
  const part = '\ufefftitle,path\n'
  const text = `${part}T,p\n${part}"U",q\n`
  expect(await rowsOf(text)).toMatchObject([{ title: 'T' }, { title: 'U' }])
  expect(await notesOf(text)).toEqual(['x.csv:3 The row repeats the header. It is left out.'])
})

test('text that is longer than a chunk is read completely', async () => {
  const count = amount(3_000, 60_000)
  const filler = 'ä'.repeat(amount(200, 10))
  const lines = Array.from({ length: count }, (_, index) => `Títle ${index},"päth ${index}\r\n${filler}"\r\n`)
  const rows = await rowsOf(`title,path\r\n${lines.join('')}`)
  expect(rows).toHaveLength(count)
  for (const [index, { title, file_path, place }] of rows.entries()) {
    if (title === `Títle ${index}` && file_path === `päth ${index}\n${filler}` && place === `x.csv:${2 * index + 2}`)
      continue
    throw new Error(`Row ${index} is ${title}, ${file_path}, ${place}`)
  }
})

test('what is no CSV file is an error that says what it is', async () => {
  const sentences: [string | Uint8Array, string][] = [
    ['', 'x.csv is empty.'],
    [Bun.gzipSync(Buffer.from('title,path\n')), 'compressed with gzip'],
    ['PK\u0003\u0004… xl/worksheets', 'an Excel workbook'],
    ['PK\u0003\u0004…', 'a ZIP archive'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'a spreadsheet of Excel (xls)'],
    ['<?xml version="1.0"?>', 'is XML'],
    ['<plist version="1.0">', 'is XML'],
    ['\ufeff { "tracks": [] }', 'is JSON'],
    ['\n[\n[ "T" ]]', 'is a JSON array'],
    ['#EXTM3U\n#EXTINF:1,T\na.mp3\n', 'is a playlist'],
    [Buffer.from([0xff, 0xfe, 0, 0, 0x74, 0, 0, 0]), 'is text in UTF-32'],
    [Buffer.from([0, 0, 0, 0x74, 0, 0, 0, 0x69]), 'is text in UTF-32'],
    ['sep=;;;\ntitle;path\nT;p\n', 'The first line is "sep=;;;": a program has saved'],
    [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), 'is not text'],
    [Buffer.from('\xef\xbb\xbftitle,path\ncaf\xe9', 'latin1'), 'x.csv:2:4 has the byte E9, which is not UTF-8'],
    ['title,path\n', 'x.csv has no tracks.'],
    ['title,path\n\n , \n', 'x.csv has no tracks.'],
    ['"title,path\n', 'quote that is not closed'],
    ['\n\n', 'x.csv is empty.'],
  ]
  for (const [content, sentence] of sentences) expect(await errorOf(content)).toContain(sentence)
})

test.each([
  ['iTunes', 'Name\tArtist\tAlbum Artist\tAlbum\tGenre\tTotal Time\tYear\tLocation', 8],
  ['foobar2000', 'title;artist;album artist;album;genre;date;publisher;length;path', 9],
  ['Mp3tag', 'Title;Artist;Album;Track;Year;Length;Size;Last Modified;Path;Filename;', 7],
  ['beets', 'title,artist,album,albumartist,label,genre,year,length,path,mb_trackid,mb_albumid,albumtype', 12],
  ['MusicBee', 'Title,Artist,Album Artist,Album,Genre,Year,Publisher,Time,File Path', 9],
])('the header of %s is recognised', async (_, header, count) => {
  const separator = /[\t;,]/.exec(header)?.[0] ?? ','
  const names = header.split(separator)
  const { summary, problems } = await read(`${header}\n${names.map(() => '2001').join(separator)}\n`)
  expect(problems.listed).toEqual([])
  expect(summary.split(' = ')).toHaveLength(count + 1)
})

test('columns can be named, a field can be left out, and the summary says what is read', async () => {
  const text = 'Song,Where,title,label,Dauer\nT,p,X,L,1000\n'
  const columns: Columns = [
    ['title', ['Song']],
    ['path', ['where']],
    ['label', []],
    ['duration_ms', ['Dauer']],
  ]
  const { rows, summary } = await read(text, { columns })
  expect(rows).toMatchObject([{ title: 'T', file_path: 'p', duration_seconds: 1 }])
  expect(summary).toBe(
    '2 of 5 columns are not read: title, label. Columns: title = Song, path = Where, duration_ms = Dauer.',
  )
})

test('names of columns may be plural, numbered, short, or stand beside another one', async () => {
  const full = {
    artists: ['a', 'b'],
    genres: ['Jazz'],
    duration_seconds: 65,
    album: { title: 'A', label: 'L', release_date: '1959' },
  }
  for (const header of [
    'Song name,Path,Artist Name 1,Artist Name 2,Rec. / Album,Lbl,Yr,Style,Dur.',
    'Title,Path,Artist,Artist 2,Album,Record label(s),Rel. year,Genre 1,Length (sec)',
    'Title / Name,Path,Contributing artists 1,Contributing artists 2,Album,Labels,Year,Styles,Time',
  ])
    expect(await rowsOf(`${header}\nT,p,a,b,A,L,1959,Jazz,1:05\n`)).toMatchObject([{ title: 'T', ...full }])
  const { table } = await read('Title,Path,Artist / Album,Artist URI\nT,p,A,x\n')
  expect(table.columns).toEqual([
    { name: 'Title', values: ['T'], fields: ['title'] },
    { name: 'Path', values: ['p'], fields: ['path'] },
    { name: 'Artist / Album', values: ['A'], fields: [] },
    { name: 'Artist URI', values: ['x'], fields: [] },
  ])
})

test('each column is described by values of it and its fields, and that there is no column of artists is a warning', async () => {
  const text = `Title,Path,Rec Artist,Note,,BPM\n${['1', '2', '', '1', '3', '4'].map((n) => `T,${n},X,n${n},,${n}\n`).join('')}`
  const { notes, table, summary } = await read(text)
  expect(summary).toStartWith('3 of 5 columns are not read: Rec Artist, Note, BPM. Columns: title = Title,')
  expect(table.columns).toEqual([
    { name: 'Title', values: ['T'], fields: ['title'] },
    { name: 'Path', values: ['1', '2', '3'], fields: ['path'] },
    { name: 'Rec Artist', values: ['X'], fields: [] },
    { name: 'Note', values: ['n1', 'n2', 'n'], fields: [] },
    { name: 'BPM', values: ['1', '2', '3'], fields: [] },
  ])
  expect(notes[0]?.sentence).toMatch(/^No column is read as the artists .* say --columns artists="Rec Artist"\.$/)
  expect(await notesOf('title,path,Album Artist\nT,p,A\n', { columns: [['artists', []]] })).toEqual([])
})

test('an export of Roon has commas between artists', async () => {
  const text = `Album Artist,Album,Disc#,Track#,Title,Track Artist(s),Composer(s),External Id,Source,Is Dup?,Is Hidden?,Tags,Path
Ana Vell,Long Way,1,1,One,"Ana Vell, Bo Rin",C,,Library,no,no,,/music/a.flac
`
  const { rows, summary } = await read(text)
  expect(rows).toMatchObject([{ artists: ['Ana Vell', 'Bo Rin'], file_path: '/music/a.flac' }])
  expect(summary).toStartWith('It is an export of Roon. 8 of 13 columns are not read: Disc#, Track#, Composer(s),')
})

test('several columns of artists or genres are several', async () => {
  expect(await rowsOf('title,path,artist,genre,Artist,genre\nT,p,a,x,b;c,y\n')).toMatchObject([
    { artists: ['a', 'b', 'c'], genres: ['x', 'y'] },
  ])
  const columns: Columns = [['artists', ['Singer', 'Band']]]
  expect(await rowsOf('title,path,Band,Singer\nT,p,b,s\n', { columns })).toMatchObject([{ artists: ['s', 'b'] }])
})

test('missing and repeated columns are errors that list the columns', async () => {
  const roon = 'Album Artist,Disc#,Title,Track Artist(s),External Id,Is Dup?,Is Hidden?\nA,1,T,A,x,no,no\n'
  for (const [text, ...parts] of [
    ['Piece,Where\nT,p\n', 'The columns of x.csv are "Piece", "Where". ', '--columns title=COLUMN.', 'the header.'],
    ['So What,kob/01.flac\n', '--columns title=COLUMN.'],
    [roon, '--columns path=COLUMN.'],
    ['title,path,Title\nT,p,U\n', 'Columns 1 and 3 are both the title.'],
  ] as const)
    for (const part of parts) expect(await errorOf(text)).toContain(part)
  expect(await errorOf('title,path\nT,p\n', { columns: [['label', ['Lable']]] })).toBe(
    'There is no column "Lable", which --columns names. The columns of x.csv are "title", "path".',
  )
})

test('durations are seconds, m:ss or h:mm:ss', async () => {
  const durations = {
    0: 0,
    225: 225,
    '3:45': 225,
    '03:45': 225,
    '72:30': 4350,
    '1:02:03': 3723,
    '225.5': 226,
    '3:45,4': 225,
    '3m20s': 200,
    '3 min 20 sec.': 200,
    '1h 2m 3.4s': 3723,
    '1 hr 2 mins': 3720,
    PT3M20S: 200,
    '3′20″': 200,
    '200 s': 200,
    '200400ms': 200,
  }
  for (const [cell, seconds] of Object.entries(durations)) {
    expect(await cellRow('duration', cell)).toMatchObject({ duration_seconds: seconds })
  }
  for (const cell of ['3:4x', '3:60', '1:60:00', '-5', 'PT', '20s3m', '3:4', '3m20'])
    expect(await cellProblem('Duration', cell)).toContain(`2:4 Duration: ${JSON.stringify(cell)} is not a duration.`)
})

test('durations are milliseconds where the header says so', async () => {
  for (const header of ['duration_ms', 'Duration (ms)', 'Total Time']) {
    expect(await cellRow(header, '225400')).toMatchObject({ duration_seconds: 225 })
    expect(await cellRow(header, '3:45')).toMatchObject({ duration_seconds: 225 })
  }
})

test('durations that are probably something else have a note', async () => {
  const longOnes = 'title,path,length\nT,p,03:05:00\nU,q,04:00:00\nV,r,0:03:00\n'
  expect(await notesOf(longOnes)).toEqual([expect.stringMatching(/^x\.csv:2 \(length\) .* \(2 rows\)$/)])
  for (const [cell, sentence] of [
    ['03:05:00', '03:05:00 is 3 hours and 5 minutes. If 3:05 was meant, write 0:03:05 or 3:05.'],
    ['01:00:00', '01:00:00 is 1 hour. If 1:00 was meant, write 0:01:00 or 1:00.'],
    ['12:30:00', '12:30:00 is 12 hours and 30 minutes. If 12:30 was meant, write 0:12:30 or 12:30.'],
  ])
    expect(await notesOf(`title,path,Time\nT,p,${cell}\n`)).toEqual([`x.csv:2 (Time) ${sentence}`])
})

test('the unit of a column of durations is that which its rows prove', async () => {
  expect(await secondsOf([215000, 65000, 900, 0, '3:45', ...Array(10).fill(200_000)])).toEqual([
    ...[215, 65, 1, 0, 225],
    ...Array(10).fill(200),
  ])
  const [note] = await notesOf(columnOf([65000, 215000]))
  expect(note).toMatch(/^x\.csv:3 \(Length\) 215000 seconds .* read as milliseconds\. .* duration="Length"\.$/)
  expect(await secondsOf([1234, 65000, 5400])).toEqual([1234, 65000, 5400])
  const manyShort = [...Array(12).fill(200), 90_000]
  expect((await secondsOf(manyShort)).at(-1)).toBe(90_000)
  expect(await notesOf(columnOf(manyShort))).toEqual([
    'x.csv:14 (Length) 90000 seconds are longer than a day. 1 of the numbers are.',
  ])
  // A name, the user or a form that says the unit is right.
  expect(await secondsOf([215000], 'Duration (sec)')).toEqual([215000])
  expect(await secondsOf([215000, 65000], 'Duration ms')).toEqual([215, 65])
  for (const [cells, problem] of [
    [[65000, 70000], '65000 may be 18:03:20 or 0:01:05.'],
    [[180, 225400], '225400 may be 62:36:40 or 0:03:45.'],
  ] as const) {
    expect((await problemsOf(columnOf(cells)))[0]).toContain(`Length: ${problem} Write m:ss, or say --columns `)
    expect(await secondsOf(cells, 'Length', { columns: [['duration', ['Length']]] })).toEqual([...cells])
  }
})

test('numbers such as 3.45 are minutes and seconds where all numbers of a column can be', async () => {
  for (const header of ['Dauer', 'Dauer (min)', 'Dauer (Min:Sek)', 'Duration [mm:ss]']) {
    expect(await secondsOf(['3,45', '0.45', '12.05', '4:10', 0], header)).toEqual([225, 45, 725, 250, 0])
    const [note] = await notesOf(columnOf(['0.45', '3.45'], header))
    expect(note).toStartWith(`x.csv:3 (${header}) 3.45 is read as 0:03:45: all numbers of the column `)
  }
  // A spreadsheet leaves zeros at the end out.
  const typed = ['3,45', '4,15', '10,02', '2,59', '5,27', '4,1', 5, '0,5']
  expect(await secondsOf(typed)).toEqual([225, 255, 602, 179, 327, 250, 300, 50])
  // One that is none decides for all.
  for (const other of ['245.3', '12.5', '3.75', 200])
    expect((await secondsOf(['3.45', '4.10', other])).slice(0, 2)).toEqual([3, 4])
  for (const header of ['Dauer (s)', 'Dauer (Sek.)', 'Duration seconds', 'Durée (secondes)'])
    expect(await secondsOf(['12.50', '3.45'], header)).toEqual([13, 3])
  // Also where the user has named the column.
  const columns: Columns = [['duration', ['Min.']]]
  expect(await secondsOf(['3.45', '4.10'], 'Min.', { columns })).toEqual([225, 250])
})

test('numbers in a column of minutes are minutes', async () => {
  const cells = ['3,5', '3:45', '4', '0.5']
  expect(await secondsOf(cells, 'Length (min)')).toEqual([210, 225, 240, 30])
  expect(await notesOf(columnOf(cells, 'Length (min)'))).toEqual([])
})

test('a duration that is a fraction of a day, as a spreadsheet writes it, is a problem', async () => {
  for (const cell of ['0,39', '0.0026', '0,00260416666666667'])
    expect(await cellProblem('Length', cell)).toMatch(/is less than one second\. .* format the column as \[h\]:mm:ss/)
  for (const cell of ['0', '0.0']) expect(await cellRow('Length', cell)).toMatchObject({ duration_seconds: 0 })
  const rounded = ['0,39', '0,15']
  expect(await problemsOf(columnOf(rounded))).toHaveLength(1)
  expect(await secondsOf(rounded, 'Length', { skipUnreadable: true })).toEqual([undefined, undefined])
  expect(await notesOf(columnOf(rounded), { skipUnreadable: true })).toEqual([
    expect.stringMatching(/^x\.csv:2 \(Length\) "0,39" is less .* It is left out\. \(2 rows\)$/),
  ])
})

test('a date of zeros is none, and of a day that does not exist the year is kept', async () => {
  expect(await cellRow('date', '17.8.1959')).toMatchObject({ album: { release_date: '1959-08-17' } })
  for (const cell of ['0', '0000', '0000-00-00']) expect((await cellRow('date', cell))?.album).toEqual({ title: 'A' })
  for (const cell of ['59', 'August', 'a1959b']) {
    expect(await cellProblem('Year', cell)).toContain(`2:4 Year: ${JSON.stringify(cell)} is not a day in a known form.`)
  }
  const { rows, notes } = await read('title,path,album,date\nT,p,A,31.2.1959\n')
  expect(rows).toMatchObject([{ album: { release_date: '1959' } }])
  expect(notes).toMatchObject([
    {
      place: 'x.csv:2',
      sentence: expect.stringMatching(/^"31\.2\.1959" is not a day that exists.* The year 1959 is kept\.$/),
    },
  ])
})

test('a year has the month and the day of other columns', async () => {
  const dateOf = async (cells: string) =>
    (await rowsOf(`title,path,album,year,month,day\nT,p,A,${cells}\n`))[0]?.album?.release_date
  expect(await dateOf('1959,8,17')).toBe('1959-08-17')
  expect(await dateOf('1959,08,0')).toBe('1959-08')
  expect(await dateOf('1959,,17')).toBe('1959')
  expect(await dateOf('1959,August,Monday')).toBe('1959')
  expect(await dateOf('1960-01-02,8,17')).toBe('1960-01-02')
  expect(await dateOf('0,0,0')).toBeUndefined()
})

test('only the list separator splits names', async () => {
  const names = 'AC/DC; Earth, Wind & Fire; Tyler, The Creator ;'
  const split = async (column: 'artist' | 'genre', cell: string, artists = ';', genres = ';') =>
    (await cellRow(column, cell, { listSeparators: { artists, genres } }))?.[`${column}s`]
  expect((await cellRow('artist', names))?.artists).toEqual(['AC/DC', 'Earth, Wind & Fire', 'Tyler, The Creator'])
  expect((await cellRow('artist', 'a\\␀b, c'))?.artists).toEqual(['a', 'b, c'])
  expect(await split('genre', 'Jazz, Funk', ';', ', ')).toEqual(['Jazz', 'Funk'])
  expect(await split('artist', 'a;b', '')).toEqual(['a;b'])
  expect(await split('genre', 'a\\,b', ';', '\\,')).toEqual(['a', 'b'])
  expect(await cellRow('album artist', 'a;b')).toMatchObject({ album: { artist: 'a;b' } })
})

test('file URLs become paths', async () => {
  const paths = {
    'file://localhost/Users/ada/Music/Caf%C3%A9%20%231.mp3': '/Users/ada/Music/Café #1.mp3',
    'file:///C:/Music/a.mp3': 'C:/Music/a.mp3',
    '/Music/100%25.mp3': '/Music/100%25.mp3',
    'spotify:track:1': 'spotify:track:1',
  }
  for (const [cell, path] of Object.entries(paths)) {
    expect(await rowsOf(`title,path\nT,${cell}\n`)).toMatchObject([{ file_path: path }])
  }
  expect(await problemsOf('title,path\nT,file:///100%.mp3\n')).toEqual([
    '2:2 path: "file:///100%.mp3" is not a file URL. Write % as %25, or write a path.',
  ])
})

test('paths in the root become relative, and others have a note', async () => {
  const text = 'title,path,album,cover\nT,/music/a/1.flac,A,/music/a/c.jpg\nU,/music2/b.flac,,\nV,/other/c,,\n'
  const { rows, notes } = await read(text, { root: '/music/' })
  expect(rows.map(({ file_path }) => file_path)).toEqual(['a/1.flac', '/music2/b.flac', '/other/c'])
  expect(rows[0]?.album?.cover_path).toBe('a/c.jpg')
  expect(notes).toEqual([{ place: 'x.csv:3', sentence: 'The path is not in /music/. It stays as it is. (2 rows)' }])
  for (const [root, path, file_path] of [
    ['C:\\Music', 'C:\\Music\\a\\1.mp3', 'a/1.mp3'],
    ['d:\\music\\', 'D:\\Music\\a\\1.mp3', 'a/1.mp3'],
    ['D:/Music', 'D:\\Music\\a\\1.mp3', 'a/1.mp3'],
    ['\\\\nas\\music', '\\\\nas\\music\\a\\1.mp3', 'a/1.mp3'],
    ['/m', '/m/a\\1.mp3', 'a\\1.mp3'],
    ['/', '/a', 'a'],
  ] as const)
    expect(await rowsOf(`title,path\nT,${path}\n`, { root })).toMatchObject([{ file_path }])
  expect(await errorOf('title,path\nT,/a/b.flac\n', { root: '/c' })).toBe(
    'No path is in /c, which --root names. The first path is /a/b.flac',
  )
})

test('a type that albums do not have is left out with one note', async () => {
  expect(await cellRow('albumtype', 'EP')).toMatchObject({ album: { type: 'ep' } })
  expect(await notesOf('title,path,album,albumtype\nT,p,A,live\nU,q,B,live\n')).toEqual([
    'x.csv:2 The type "live" is not one of album, single, ep. It is left out. (2 rows)',
  ])
})

test('all problems are listed, each with line and column', async () => {
  expect(await problemsOf('Title,Path,Length\n,p,1\nT,,x\n"a\nb",q,y\n')).toEqual([
    '2:1 Title: is empty. Every track needs a title.',
    '3:2 Path: is empty. Every track needs a path.',
    '3:3 Length: "x" is not a duration. Write seconds or m:ss.',
    '4:3 Length: "y" is not a duration. Write seconds or m:ss.',
  ])
})

test('values that are not understood can be left out, with a note for each; what a track needs is still a problem', async () => {
  const text = `Title,Path,Length,Album,Year,Cover
T,p,3:4x,A,soon,file:///100%.jpg
U,q,3:4x,A,1959,
`
  const { rows, notes, problems } = await read(text, { skipUnreadable: true })
  expect(problems.count).toBe(0)
  expect(rows).toMatchObject([
    { place: 'x.csv:2', title: 'T', file_path: 'p', album: { title: 'A' } },
    { title: 'U', album: { release_date: '1959' } },
  ])
  expect(JSON.stringify(rows[0])).not.toMatch(/duration|release_date|jpg/)
  expect(notes.map(({ place, sentence }) => `${place} ${sentence}`)).toEqual([
    'x.csv:2 (Length) "3:4x" is not a duration. Write seconds or m:ss. It is left out. (2 rows)',
    expect.stringMatching(/^x\.csv:2 \(Year\) "soon" is not a day .* It is left out\.$/),
    expect.stringMatching(/^x\.csv:2 \(Cover\) .* is not a file URL\. .* It is left out\.$/),
  ])
  const others = 'Title,Path,Length\n,p,\nT,file:///100%,\nU,q,65000\nV,r,0.5\n'
  expect(await problemsOf(others, { skipUnreadable: true })).toHaveLength(3)
  expect(await notesOf(others, { skipUnreadable: true })).toHaveLength(1)
})

test('a row may have fewer cells than the header, and more only if they are empty', async () => {
  expect(await rowsOf('title,path,artist\nT,p\nU,q,x,,\n')).toMatchObject([{ artists: [] }, { artists: ['x'] }])
  const [problem] = await problemsOf('title,path,artist\nT,p,Earth, Wind & Fire\n')
  expect(problem).toStartWith('2:4 : The row has 4 cells, and the header has 3. ')
})

test('a quote that is not closed is a problem of its row, and others are found', async () => {
  expect(await problemsOf('title,path\n,p\n"T,q\nU,r\n')).toEqual([
    '2:1 title: is empty. Every track needs a title.',
    '3:1 : The row has a quote that is not closed.',
  ])
  expect(await problemsOf('title,path\n"T,q\nU,"r"\nV,s\n')).toEqual([
    '2:1 title: starts with a quote that is not closed. Write "" for a quote inside a cell.',
  ])
})

test('the name of a file joins its folder', async () => {
  const rows = await rowsOf(
    'Title;Path;Filename;\nT;D:\\Music\\A\\;1.mp3;\nU;D:\\Music\\B;2.mp3;\nV;/m/c/3.mp3;3.mp3;\nW;/m/d/;4.mp3;\nX;e.f/g;5.mp3\n',
  )
  const windows = ['D:\\Music\\A\\1.mp3', 'D:\\Music\\B\\2.mp3']
  expect(rows.map(({ file_path }) => file_path)).toEqual([...windows, '/m/c/3.mp3', '/m/d/4.mp3', 'e.f/g/5.mp3'])
  expect(await rowsOf('Title,Filename\nT,1.mp3\n')).toMatchObject([{ file_path: '1.mp3' }])
})

test('a column that has one path for many tracks is a problem, and one for two copies of a track is not', async () => {
  const table = (titles: string[], path: string) =>
    `title,path\n${titles.map((title) => `${title},${path}\n`).join('')}`
  const [problem, ...others] = await problemsOf(table(['A', 'B', 'C'], 'Album'))
  expect(problem).toStartWith(
    '3:2 path: has the same path as line 2: "Album". 2 of 3 rows have the path of another track. ',
  )
  expect(others).toEqual([])
  expect(await rowsOf(table(['A', 'A', 'A'], 'Album'))).toHaveLength(3)
  expect(await rowsOf(table(['A', 'B'], 'Album'))).toHaveLength(2)
})

test('entities of HTML are decoded before a list is split, with a note', async () => {
  const text = 'title,path,artist,genre\nA &#38; B,a&amp;b,Simon &amp; Garfunkel;Bj&ouml;rk,R&B;Soul\n'
  expect(await rowsOf(text)).toMatchObject([
    { title: 'A & B', file_path: 'a&amp;b', artists: ['Simon & Garfunkel', 'Björk'], genres: ['R&B', 'Soul'] },
  ])
  expect(await notesOf(text)).toEqual(['x.csv:2 "A &#38; B" is HTML, and is read as "A & B".'])
})

test('what stands for a missing value is an empty cell, with one note', async () => {
  const text = 'title,path,artist,album,label\nNULL,a,NULL,\\N,nan\nU,b,None,<NA>,NULL\n'
  expect(await rowsOf(text)).toEqual([
    { place: 'x.csv:2', title: 'NULL', file_path: 'a', artists: [], genres: [] },
    { place: 'x.csv:3', title: 'U', file_path: 'b', artists: ['None'], genres: [] },
  ])
  expect(await notesOf(text)).toEqual([
    'x.csv:2 "NULL" is read as an empty cell. (2 rows)',
    'x.csv:2 "\\\\N" is read as an empty cell.',
    'x.csv:2 "nan" is read as an empty cell.',
    'x.csv:3 "None" is read as a name. If it means that there is none, empty these cells.',
    'x.csv:3 "<NA>" is read as an empty cell.',
  ])
})

test('albums of one title are told apart by their artists, and are found under the title alone', async () => {
  const rows = await rowsOf('title,path,artist,album\nA,q/1.mp3,Queen,Greatest Hits\nB,a/1.mp3,ABBA,Greatest Hits\n')
  expect(rows.map(({ album }) => album)).toEqual(
    ['Queen', 'ABBA'].map((artist) => ({ title: 'Greatest Hits', artist, former: { title: 'Greatest Hits' } })),
  )
})

test('a playlist of Exportify has ids for paths, and separators of its own', async () => {
  const header =
    'Track URI,Track Name,Album Name,Artist Name(s),Release Date,Duration (ms),Popularity,Genres,Record Label,Key\n'
  const text = `${header}spotify:track:1,Tusa,Tusa,KAROL G;Nicki Minaj,2019-11-07,200960,80,"reggaeton,latin",UMLE,2
`
  const { rows, summary } = await read(text)
  expect(summary).toStartWith(
    'It is a playlist of Exportify. 2 of 10 columns are not read: Popularity, Key. Columns: title = Track Name, path = Track URI,',
  )
  expect(rows).toMatchObject([
    {
      file_path: 'spotify:track:1',
      duration_seconds: 201,
      ...{ artists: ['KAROL G', 'Nicki Minaj'], genres: ['reggaeton', 'latin'] },
      album: { title: 'Tusa', artist: 'KAROL G', label: 'UMLE', release_date: '2019-11-07' },
    },
  ])
  // What the user says has precedence.
  expect(
    await rowsOf(text, { columns: [['path', ['Release Date']]], listSeparators: { artists: '', genres: '' } }),
  ).toMatchObject([{ file_path: '2019-11-07', artists: ['KAROL G;Nicki Minaj'] }])
})

test('the other kind of Exportify has a backslash before a comma in a name', async () => {
  const text = `"Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album URI","Album Name","Album Artist Name(s)","Album Release Date","Track Duration (ms)","Artist Genres","Label"
"spotify:track:1","EARFQUAKE","a, b","Tyler\\, The Creator, Playboi Carti","spotify:album:9","IGOR","Tyler\\, The Creator","2019-05-17","190066","hip hop,rap","Columbia"
`
  expect(await rowsOf(text)).toMatchObject([
    {
      artists: ['Tyler, The Creator', 'Playboi Carti'],
      genres: ['hip hop', 'rap'],
      album: { key: 'spotify:album:9', label: 'Columbia', release_date: '2019-05-17' },
    },
  ])
})

test('a known table may lack any column but those by which it is known, and only columns that the user names are required', async () => {
  const discogs =
    'Catalog#,Artist,Title,Format,Released,release_id,CollectionFolder\nX1,Ana Vell,One,LP,1999,1001,All\n'
  const [release] = await rowsOf(discogs)
  expect(release?.album).toEqual({
    ...{ title: 'One', artist: 'Ana Vell', key: 'discogs:1001', type: 'album', release_date: '1999' },
  })
  expect(await errorOf(discogs, { columns: [['label', ['Label']]] })).toContain('There is no column "Label"')
})

test('a release in a collection of Discogs is one track', async () => {
  const text = `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added
CS 8163,Miles Davis,Kind Of Blue,"Columbia (2), CBS","LP, Album, RE",5,1959,123,Uncategorized,2020-01-01
X1,"Nirvana (2), Various",Sliver,Sub Pop,"7"", Single",,0,124,Uncategorized,2020-01-01
X1,"Nirvana (2), Various",Sliver,Sub Pop,"7"", Single",,0,124,Uncategorized,2020-01-01
`
  const { rows, notes, summary } = await read(text)
  expect(summary).toStartWith('It is a collection of Discogs. ')
  expect(rows.slice(0, 2)).toEqual([
    {
      ...{ place: 'x.csv:2', title: 'Kind Of Blue', file_path: 'discogs:123', artists: ['Miles Davis'], genres: [] },
      album: {
        ...{ title: 'Kind Of Blue', artist: 'Miles Davis', key: 'discogs:123', label: 'Columbia', type: 'album' },
        release_date: '1959',
      },
    },
    {
      ...{ place: 'x.csv:3', title: 'Sliver', file_path: 'discogs:124', artists: ['Nirvana', 'Various'], genres: [] },
      album: { title: 'Sliver', artist: 'Nirvana, Various', key: 'discogs:124', label: 'Sub Pop', type: 'single' },
    },
  ])
  expect(notes).toEqual([
    { place: 'x.csv:2', sentence: 'An album has one label. Of "Columbia (2), CBS" the first is read.' },
  ])
})

test('names of Discogs end at their number or asterisk, and what means none is none', async () => {
  const artists = {
    'Ana Vell*': ['Ana Vell'],
    'Ana Vell (2) & Bo Rin*': ['Ana Vell', 'Bo Rin'],
    'Ana Vell* Feat. Simon & Garfunkel': ['Ana Vell', 'Simon & Garfunkel'],
    'Ana Vell (12)*, Bo Rin (3) / Cy': ['Ana Vell', 'Bo Rin', 'Cy'],
    'Simon & Garfunkel': ['Simon & Garfunkel'],
    'Bo Rin & Ana Vell (2)': ['Bo Rin & Ana Vell'],
    'F*** & M*A*S*H': ['F*** & M*A*S*H'],
    'No Artist': [],
    'Unknown Artist (7)': [],
  }
  const labels = {
    'Not On Label': undefined,
    'Not On Label (Ana Vell Self-released), Tin Tree (2)': 'Tin Tree',
    'Tin Tree': 'Tin Tree',
  }
  const read = (artist: string, label: string) =>
    rowsOf(
      `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder\nX,"${artist}",T,"${label}",LP,,1999,1,All\n`,
    )
  for (const [artist, names] of Object.entries(artists))
    expect(await read(artist, '')).toMatchObject([{ artists: names }])
  for (const [label, name] of Object.entries(labels)) expect((await read('A', label))[0]?.album?.label).toBe(name)
  expect((await read('No Artist', ''))[0]?.album?.artist).toBeUndefined()
})

test('a wantlist and an inventory of Discogs are known, and no whole library', async () => {
  const { table, rows } = await read(
    'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes\nXX 1,Ana Vell,Long Way,Tin Tree,LP,,1999,1001,\n',
  )
  expect(table).toMatchObject({ format: 'a wantlist of Discogs', isWholeLibrary: false })
  expect(rows).toMatchObject([{ file_path: 'discogs:1001' }])
  const inventory = await read(
    `listing_id,artist,title,label,catno,format,release_id,status,price,listed,comments,media_condition,sleeve_condition,accept_offer,external_id,weight,format_quantity,flat_shipping,location
7,Ana Vell (2),Long Way,Tin Tree,XX 1,LP,1001,For Sale,9.99,2024-01-01 10:00:00,,Mint (M),Mint (M),N,,230,1,,Shelf 4
`,
  )
  expect(inventory.table).toMatchObject({ format: 'an inventory of Discogs', isWholeLibrary: false })
  expect(inventory.rows).toMatchObject([{ file_path: 'discogs:1001', artists: ['Ana Vell'], album: { type: 'album' } }])
})

test('a code of a recording that is named as the path gets a scheme', async () => {
  const text = 'Title,ISRC\nSo What,usSM15900113\n'
  expect(await rowsOf(text, { columns: [['path', ['ISRC']]] })).toMatchObject([{ file_path: 'isrc:USSM15900113' }])
})

test('any bytes are rows, problems or an error that the command line prints', async () => {
  const names = ['title', 'path', 'T', '3:45', 'é', 'sep=;\n']
  const cell = fc.constantFrom(...names, '"', '""', ',', ';', '\t', '\n', '\r\n', '\r', '\ufeff')
  const text = fc.array(cell, { maxLength: 40 }).map((cells) => cells.join(''))
  const content = fc.oneof(
    text.map((end) => Buffer.from(`title,path,duration\n${end}`)),
    text.map((all) => Buffer.from(all)),
    text.map((all) => Buffer.from(all, 'utf16le')),
    fc.uint8Array({ maxLength: 100 }),
  )
  await fc.assert(
    fc.asyncProperty(content, async (bytes) => {
      try {
        const { rows, problems } = await read(bytes)
        expect(rows.length > 0 || problems.count > 0).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(OperationalError)
      }
    }),
    { numRuns: amount(150, 10_000) },
  )
})
