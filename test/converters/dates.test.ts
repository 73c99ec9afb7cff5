import { expect, test } from 'bun:test'
import { buildCatalogue } from '../../src/converters/buildCatalogue.ts'
import { convertFile } from '../../src/converters/convertFile.ts'
import { readDay } from '../../src/converters/days.ts'
import { rowOfAudio } from '../../src/converters/scan/trackRow.ts'

const albumOf = (dates: string[]) => {
  const rows = dates.map((release_date, n) => ({
    ...{ place: `${n}`, title: 'T', file_path: `${n}`, artists: [], genres: [] },
    album: { title: 'A', release_date },
  }))
  const { chunks, notes } = buildCatalogue(rows)
  const [album] = JSON.parse([...chunks].join('')).albums
  return [album.release_date, notes.map(({ sentence }) => sentence)]
}

test.each([
  ['[1990]', '1990'],
  ['(P) 1990 Tin Tree', '1990'],
  ['℗ p1990, Tin Tree 99', '1990'],
  ['c1990', '1990'],
  ['No. 5678 of 1990', '1990'],
  ['1959/1960', '1959'],
  ['9999 x', '9999'],
])('the year of %s is kept, wherever it stands alone', (text, day) => {
  expect(readDay(text)).toEqual({ day, isExact: false })
})

test.each([
  ['201905', '2019-05'],
  ['201900', '2019'],
  ['2019-00-17', '2019'],
  ['2019-05-00', '2019-05'],
  ['00.05.2019', '2019-05'],
])('%s has no more than it says', (text, day) => {
  expect(readDay(text)).toEqual({ day, isExact: true })
})

test.each(['ABC1990x', 'a1959b', '123456', '201913', '12345'])('%s has no year', (text) => {
  expect(readDay(text)).toBeUndefined()
})

test('of dates that agree, the more precise one counts for both', () => {
  expect(albumOf(['2019', '2019-05-03'])).toEqual(['2019-05-03', []])
  expect(albumOf(['2019-05-03', '2019-05', '2019', '2019'])).toEqual(['2019-05-03', []])
  expect(albumOf(['2019', '2018-02', '2018', '2018-02-01', '2019'])).toEqual([
    '2018-02-01',
    ['The tracks of the album "A" differ in the date: "2018-02-01" (3), "2019" (2). The first is taken.'],
  ])
  // Of several the most frequent one.
  expect(albumOf(['2019', '2019-05', '2019-06', '2019-06', '2018', '2018'])).toEqual([
    '2019-06-01',
    ['The tracks of the album "A" differ in the date: "2019-06" (3), "2018" (2), "2019-05" (1). The first is taken.'],
  ])
  // The first of January is a day.
  expect(albumOf(['2019-01-01', '2019-05-03', '2019-05-03'])[0]).toBe('2019-05-03')
  expect(albumOf(['2019', '2019-01-01'])).toEqual(['2019-01-01', []])
})

test('a scan reads a day with slashes, too, where one number can be no month', () => {
  const tags = { title: ['T'], album: ['A'], date: ['1998'], originalDate: ['20/04/1998'] }
  expect(rowOfAudio('a.flac', { tags }, new Map()).album?.release_date).toBe('1998-04-20')
})

test('a table says so, too, and a table of albums has whole days', async () => {
  const albumsOf = async (text: string) => {
    const { chunks, notes } = await convertFile(Buffer.from(text), 'x', { columns: new Map() })
    expect(notes).toEqual([])
    return JSON.parse([...chunks].join('')).albums
  }
  const table = 'title,path,album,artist,year\nA,1,X,B,2019\nB,2,X,B,2019-05-03\nC,3,X,B,201905\n'
  expect(await albumsOf(table)).toMatchObject([{ release_date: '2019-05-03' }])
  const albums = 'Album,Album key,Label,Release date,Album type,Cover,Duration seconds\nX,,,2019,,,\n'
  expect(await albumsOf(albums)).toEqual([{ title: 'X', release_date: '2019-01-01' }])
})
