import { expect, test } from 'bun:test'
import { buildCatalogue } from '../../src/converters/buildCatalogue.ts'
import { readDay } from '../../src/converters/days.ts'
import { rowOfAudio } from '../../src/converters/scan/trackRow.ts'
import { convert, createRow } from './convert.ts'

const albumOf = (dates: string[]) => {
  const rows = dates.map((release_date, n) => createRow(`${n}`, { album: { title: 'A', release_date } }))
  const { chunks, notes } = buildCatalogue(rows)
  const [album] = JSON.parse([...chunks].join('')).albums
  return [album.release_date, notes.map(({ sentence }) => sentence)]
}

test.each([
  ['[1990]', '1990'],
  ['(P) 1990 Tin Tree', '1990'],
  ['c1990', '1990'],
  ['No. 5678 of 1990', '1990'],
  ['9999 x', '9999'],
  ['1959/1960', '1959'],
  ['August 1959 reissue', '1959'],
  ['32 August 1959', '1959'],
  ['Jui 1959', '1959'],
  ['31.2.1959', '1959'],
  ['1959-02-30', '1959'],
  ['1959-13', '1959'],
])('the year of %s is kept, wherever it stands alone', (text, day) => {
  expect(readDay(text)).toEqual({ day, isExact: false })
})

test.each([
  ['1959-08-17', '1959-08-17'],
  ['1959-8-7', '1959-08-07'],
  ['17.8.1959', '1959-08-17'],
  ['1959-08', '1959-08'],
  ['1959-00-00', '1959'],
  ['1959', '1959'],
  ['2010-06-01T07:00:00Z', '2010-06-01'],
  ['4/20/1998', '1998-04-20'],
  ['20-04-1998', '1998-04-20'],
  ['04/04/1998', '1998-04-04'],
  ['2010-06-01 07:00:00', '2010-06-01'],
  ['20/04/1998 07:00', '1998-04-20'],
  ['19590817', '1959-08-17'],
  ['201905', '2019-05'],
  ['2019-00-17', '2019'],
  ['2019-05-00', '2019-05'],
  ['00.05.2019', '2019-05'],
  ['Aug 1959', '1959-08'],
  ['Aug. 1959', '1959-08'],
  ['17. August 1959', '1959-08-17'],
  ['17 AUG 1959', '1959-08-17'],
  ['August 17, 1959', '1959-08-17'],
  ['17th of August, 1959', '1959-08-17'],
  ['1. März 1959', '1959-03-01'],
  ['1 Mrz 1959', '1959-03-01'],
  ['3. Jänner 1959', '1959-01-03'],
  ['août 1959', '1959-08'],
  ['1er févr. 1959', '1959-02-01'],
  ['17 de agosto de 1959', '1959-08-17'],
  ['1º de enero de 1959', '1959-01-01'],
  ['17 sett. 1959', '1959-09-17'],
  ['1° giugno 1959', '1959-06-01'],
  ['5 mrt 1959', '1959-03-05'],
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

test('a month has one number in all languages, in full and as its first three letters', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl'])
    for (let month = 0; month < 12; month++) {
      const name = new Date(1959, month).toLocaleString(language, { month: 'long' })
      const expected = { day: `1959-${String(month + 1).padStart(2, '0')}`, isExact: true }
      expect([name, readDay(`${name} 1959`)]).toEqual([name, expected])
      const short = new Date(1959, month).toLocaleString(language, { month: 'short' })
      expect([short, readDay(`${short} 1959`)]).toEqual([short, expected])
    }
})

const datesOf = async (dates: string[]) => {
  const { catalogue, notes } = await convert(
    `title,path,album,date\n${dates.map((date, n) => `T,${n},A${n},${date}\n`).join('')}`,
  )
  return { dates: catalogue.albums.map(({ release_date }: { release_date: string }) => release_date), notes }
}

test('where one date of a column has a number that is no month, the others have its order', async () => {
  expect(await datesOf(['8/7/1959', '17/08/1959', '4/4/1959', '1959'])).toEqual({
    dates: ['1959-07-08', '1959-08-17', '1959-04-04', '1959-01-01'],
    notes: ['x:2 (date) "8/7/1959" is read with the day first, as in "17/08/1959".'],
  })
  expect(await datesOf(['8/7/1959', '08-07-1959', '8/17/1959'])).toEqual({
    dates: ['1959-08-07', '1959-08-07', '1959-08-17'],
    notes: ['x:2 (date) "8/7/1959" is read with the month first, as in "8/17/1959". (2 rows)'],
  })
})

test('where no date of a column has such a number, or both orders occur, the year is kept', async () => {
  const sentence =
    '(date) "8/7/1959" may have the day or the month first. The year 1959 is kept. Write 1959-07-08 or 1959-08-07.'
  expect(await datesOf(['8/7/1959'])).toEqual({ dates: ['1959-01-01'], notes: [`x:2 ${sentence}`] })
  expect(await datesOf(['8/17/1959', '8/7/1959', '17/8/1959', '1/2/1960'])).toEqual({
    dates: ['1959-08-17', '1959-01-01', '1959-08-17', '1960-01-01'],
    notes: [`x:3 ${sentence} (2 rows)`],
  })
})

test('a scan reads a day with slashes, too, where one number can be no month', () => {
  const tags = { title: ['T'], album: ['A'], date: ['1998'], originalDate: ['20/04/1998'] }
  expect(rowOfAudio('a.flac', { tags }, new Map()).album?.release_date).toBe('1998-04-20')
})

test('a table says so, too, and a table of albums has whole days', async () => {
  const albumsOf = async (text: string) => {
    const { catalogue, notes } = await convert(text)
    expect(notes).toEqual([])
    return catalogue.albums
  }
  const table = 'title,path,album,artist,year\nA,1,X,B,2019\nB,2,X,B,2019-05-03\nC,3,X,B,201905\n'
  expect(await albumsOf(table)).toMatchObject([{ release_date: '2019-05-03' }])
  const albums = 'Album,Album key,Label,Release date,Album type,Cover,Duration seconds\nX,,,2019,,,\n'
  expect(await albumsOf(albums)).toEqual([{ title: 'X', release_date: '2019-01-01' }])
  // All days have one order.
  const days = albums.replace('X,,,2019,,,\n', 'X,,,8/7/1959,,,\nY,,,17/8/1959,,,\n')
  expect((await convert(days)).catalogue.albums).toMatchObject([
    { release_date: '1959-07-08' },
    { release_date: '1959-08-17' },
  ])
})
