import { expect } from 'bun:test'
import { buildCatalogue } from '../../../src/converters/buildCatalogue.ts'
import { readCsv } from '../../../src/converters/csv/readCsv.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { exportText, kindOfBlue, seedValue } from '../../support/catalogue.ts'
import type { Client } from '../../support/client.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { startTestLibrary } from '../../support/library.ts'
import { amount } from '../../support/longForm.ts'
import { seedText } from '../../support/seedText.ts'
import { measureTurns } from '../../support/turns.ts'
import { expectInvalid } from './invalid.ts'

const download = (client: Client, path: string) => client.get(`/../console/api/csv/${path}`)

/** What `import` makes of a CSV file. */
const importCsv = async (text: string) => {
  const options = { columns: new Map() }
  const { rows, problems } = await readCsv(Buffer.from(text), 'x.csv', options)
  expect(problems.listed).toEqual([])
  const { chunks, notes } = buildCatalogue(rows)
  expect(notes).toEqual([])
  return [...chunks].join('')
}

/** Texts that a spreadsheet would run, or that CSV or the lists in a cell could break; in the order of a seed, and so of their ids. */
const formulas = ['=HYPERLINK("http://x")', '+1', '-30-', '@SUM(A1)', "'=1", "''+2", "'Round Midnight"]
const texts = [...formulas, 'a, "b"; c', 'a\nb', 'C\\', '\\; D', 'ä é 日本'].sort()

const hostile = {
  labels: texts.map((name) => ({ name })),
  genres: texts.map((name) => ({ name })),
  artists: texts.map((name) => ({ name })),
  albums: [
    ...texts.map((title) => ({ title, key: `key of ${title}`, label: title, type: 'ep', cover_path: title })),
    { title: 'Greatest Hits', release_date: '1999-12-31' },
    { title: 'Greatest Hits', key: 'other', release_date: '2001-01-01' },
  ],
  tracks: [
    ...texts.map((title, n) => ({
      ...{ title, file_path: `${n} ${title}`, album: `key of ${title}`, duration_seconds: n },
      ...{ artists: texts.slice(n), genres: texts.slice(0, n + 1), ...(n % 2 === 0 && { key: `track ${title}` }) },
    })),
    { title: 'Hit', file_path: '-1.flac', album: 'other' },
    { title: 'Alone', file_path: '@2.flac' },
  ],
}

test('a CSV file of the tracks is what import reads: a new library that is seeded with it has the same records', async (library) => {
  await seedValue(library.library, hostile)
  const [hit] = (await library.admin.get('/albums')).body.filter(({ release_date: day }: { release_date: string }) =>
    day?.startsWith('1999'),
  )
  await library.admin.post('/tracks', { title: 'Other hit', file_path: '2.flac', album_id: hit.id })
  const { status, headers, text } = await download(library.user, 'tracks?sort=title')
  const today = new Date().toISOString().slice(0, 10)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="tracks-${today}.csv"`)
  expect(text).toStartWith('Title,File path,Artists,Genres,Duration seconds,Track key,Album,')
  const url = new URL('/console/api/csv/labels', library.url)
  const bytes = await (await fetch(url, { headers: { authorization: `Bearer ${library.user.token}` } })).bytes()
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  // No cell of it is a formula, whichever of these characters separates the cells.
  expect(text).not.toMatch(/(?:^|[\r\n]|,"?)[=+\-@]/)

  const catalogue = await importCsv(text)
  await using copy = await startTestLibrary()
  await seedText(copy.library, catalogue)
  expect((await download(copy.user, 'tracks?sort=title')).text).toBe(text)
  for (const path of ['labels', 'genres', 'artists', 'albums'])
    expect((await copy.user.get(`/${path}`)).body).toHaveLength((await library.user.get(`/${path}`)).body.length)
  // Seeded into the library itself, it changes nothing but the key of the album that had none.
  const before = await exportText(library.library)
  await seedText(library.library, catalogue)
  const after = await exportText(library.library)
  expect(after.split('\n').filter((line) => !before.includes(line))).toHaveLength(2)
})

test('the file has what the search finds, in its order, and albums, artists, labels and genres have files of their own', async (library) => {
  await seedValue(library.library, kindOfBlue)
  const { admin, user } = library
  await user.post('/tracks/2/like')
  const linesOf = async (client: Client, path: string) => (await download(client, path)).text.split('\r\n')
  const album = 'Kind of Blue,,Columbia,1959-08-17,album,'
  const soWhat = `So What,kind-of-blue/01.flac,Miles Davis; John Coltrane,Jazz; Modal jazz,562,,${album}`
  const blue = `Blue in Green,kind-of-blue/03.flac,Miles Davis,,,,${album}`
  const header =
    'Title,File path,Artists,Genres,Duration seconds,Track key,Album,Album key,Label,Release date,Album type,Cover'
  const quote = (line: string) => line.replace(/[^,]*; [^,]*/g, '"$&"')
  expect(await linesOf(user, 'tracks?sort=-title')).toEqual([header, quote(soWhat), blue, ''])
  expect(await linesOf(user, 'tracks?q=green')).toEqual([header, blue, ''])
  expect(await linesOf(user, 'tracks?liked=true')).toEqual([
    header,
    quote((await user.get('/me/likes')).body[0].title === 'So What' ? soWhat : blue),
    '',
  ])
  expect(await linesOf(admin, 'tracks?liked=true')).toEqual([header, ''])
  for (const [path, ...lines] of [
    ['albums', 'Album,Album key,Label,Release date,Album type,Cover,Duration seconds', `${album},2744`],
    ['artists?label_id=1', 'Artist,Label,Release date,Duration seconds,Cover', 'Miles Davis,Columbia,,,'],
    ['genres?sort=-name', 'Genre', 'Modal jazz', 'Jazz'],
  ] as const)
    expect(await linesOf(user, path)).toEqual([...lines, ''])
  for (const [name, value] of [
    ['limit', 1],
    ['sort', 'file_path'],
    ['x', 1],
  ] as const)
    expectInvalid(await download(user, `tracks?${name}=${value}`), { [name]: '' })
})

test('a file of many tracks has each of them once, also of a library in memory', async () => {
  await using library = await startTestLibrary({ library: await openLibrary(':memory:') })
  const count = amount(450, 4_500)
  const tracks = Array.from({ length: count }, (_, n) => ({ title: `Track ${n % 7}`, file_path: `${n}.flac` }))
  await seedValue(library.library, { tracks })
  const { text } = await download(library.user, 'tracks?sort=-title')
  const paths = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1])
  expect(new Set(paths).size).toBe(count)
  expect(paths).toHaveLength(count)
})

test('the file for a client that reads at once leaves turns of the event loop to others', async (library) => {
  const tracks = Array.from({ length: amount(5_000, 10_000) }, (_, n) => ({
    title: `Track ${n}`,
    file_path: `${n}.flac`,
  }))
  await seedValue(library.library, { tracks })
  const read = () => download(library.user, 'tracks')
  await read()
  const turns = measureTurns()
  expect((await read()).status).toBe(200)
  const { all, longest } = turns.end()
  expect(longest).toBeLessThan(all / 2)
})
