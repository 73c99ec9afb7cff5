import { describe, expect, test } from 'bun:test'
import { parsePastedText } from '../../../src/console/api/albumTracks/parse.ts'

/** The number, title, length and artists of each track, with a dash where there is none. */
const read = (text: string) =>
  parsePastedText(text).rows.map(({ position, title, duration_seconds, artists }) =>
    [position ?? '-', title, duration_seconds ?? '-', ...artists].join(' | '),
  )

const blueTrain = ['A1 | Blue Train | 639', "A2 | Moment's Notice | 548", 'B1 | Locomotion | 430']

describe('Wikipedia', () => {
  test('a track list with its header: no writers, no quotes, no sides and no sum', () => {
    const text = `Side one
No.\tTitle\tWriter(s)\tLength
1.\t"So What"  \tMiles Davis\t9:22
2.\t"Freddie Freeloader" (alternate take)\tMiles Davis\t9:46
Side two
No.\tTitle\tWriter(s)\tLength
1.\t"All Blues"\tMiles Davis\t11:33
Total length:\t30:41
`
    // The header is the first line of what people select.
    const table = text.slice(text.indexOf('\n') + 1)
    expect(read(table)).toEqual([
      '1 | So What | 562',
      '2 | Freddie Freeloader (alternate take) | 586',
      '1 | All Blues | 693',
    ])
    expect(read(text)).toEqual(read(table))
    expect(parsePastedText(table)).toMatchObject({
      unread_columns: ['Writer(s)'],
      left_out: ['Side two', 'Total length: 30:41'],
    })
  })

  test('a list in lines', () => {
    expect(read('1. "So What" – 9:22\n2. "Freddie Freeloader" – 9:46\nTotal length: 19:08')).toEqual([
      '1 | So What | 562',
      '2 | Freddie Freeloader | 586',
    ])
  })
})

describe('Discogs', () => {
  test('sides, titles and lengths', () => {
    expect(read("A1\tBlue Train\t10:39\nA2\tMoment's Notice\t9:08\nB1\tLocomotion\t7:10\n")).toEqual(blueTrain)
    expect(read('A1\tBlue Train\t\nA2\tLocomotion\t')).toEqual(['A1 | Blue Train | -', 'A2 | Locomotion | -'])
  })

  test('artists with a dash', () => {
    const text = 'A1\tJohn Coltrane –\tBlue Train\t3:20\r\nA2\tMiles Davis–\tSo What\t9:22\r\n'
    expect(read(text)).toEqual(['A1 | Blue Train | 200 | John Coltrane', 'A2 | So What | 562 | Miles Davis'])
  })

  test('a track without a number does not move into another column', () => {
    expect(read('A1\tBlue Train\t10:39\nLocomotion\t7:10\nA3\tLazy Bird\t7:00')).toEqual([
      'A1 | Blue Train | 639',
      '- | Locomotion | 430',
      'A3 | Lazy Bird | 420',
    ])
  })
})

describe('a spreadsheet', () => {
  test('headers by any known name, in any order, with any separator', () => {
    const rows = ['A1 | Blue Train | 639 | John Coltrane', 'B1 | Locomotion | 430 | John Coltrane | Lee Morgan']
    expect(
      read(
        'Track,Artist,Song Title,Time\nB1,John Coltrane; Lee Morgan,Locomotion,7:10\nA1,John Coltrane,Blue Train,10:39',
      ),
    ).toEqual(rows)
    expect(
      read(
        'Length\tTitle\tArtists\tPos\n10:39\tBlue Train\tJohn Coltrane\tA1\n7:10\tLocomotion\tJohn Coltrane; Lee Morgan\tB1',
      ),
    ).toEqual(rows)
  })

  test('columns without a header, by what is in them', () => {
    expect(parsePastedText('So What\tkob/01.flac\t9:22\tMiles Davis; Bill Evans\tJazz').rows).toMatchObject([
      {
        ...{ title: 'So What', file_path: 'kob/01.flac', duration_seconds: 562 },
        ...{ artists: ['Miles Davis', 'Bill Evans'], genres: ['Jazz'] },
      },
    ])
    expect(read('Blue Train\t10:39\nLocomotion\t7:10')).toEqual(['- | Blue Train | 639', '- | Locomotion | 430'])
    expect(read('1\tBlue Train\tJohn Coltrane\n2\tSo What\tMiles Davis')).toEqual([
      '1 | Blue Train | - | John Coltrane',
      '2 | So What | - | Miles Davis',
    ])
    expect(parsePastedText('1\tA\tB\tC\tD\n2\tE\tF\tG\tH').unread_columns).toEqual(['Column 5'])
  })

  test('a quote in a title stays', () => {
    expect(read('"12"" Mix"\t3:00\n"Heroes ""live"""\t6:07')).toEqual(['- | 12" Mix | 180', '- | Heroes "live" | 367'])
  })
})

describe('one track on each line', () => {
  test.each([
    ["1. Blue Train 10:39\n2. Moment's Notice 9:08", ['1', '2']],
    ["01 - Blue Train (10:39)\n02 - Moment's Notice (9:08)", ['01', '02']],
    ["A1: Blue Train [10:39]\nA2: Moment's Notice [9:08]", ['A1', 'A2']],
    ["A1 Blue Train ..... 10:39\nA2 Moment's Notice ..... 9:08", ['A1', 'A2']],
    ["1)Blue Train - 10:39\n2)Moment's Notice - 9:08", ['1', '2']],
  ])('%p', (text, numbers) => {
    expect(read(text)).toEqual([`${numbers[0]} | Blue Train | 639`, `${numbers[1]} | Moment's Notice | 548`])
  })

  test('titles alone, also those that begin with a number', () => {
    const titles = ['99 Luftballons', 'Total Eclipse of the Heart', '3:45', '2.0 Remix', 'Time, Love', 'Side Effects']
    expect(read(titles.join('\n'))).toEqual(titles.map((title) => `- | ${title} | -`))
  })
})

test('numbers and sides give the order, and without them it is that of the lines', () => {
  const order = (numbers: string[]) =>
    read(numbers.map((number) => `${number}\tTitle`).join('\n')).map((row) => row.replace(/ .*/, ''))
  expect(order(['10', '2', '9', '1'])).toEqual(['1', '2', '9', '10'])
  expect(order(['B1', 'A10', 'A2', 'A9'])).toEqual(['A2', 'A9', 'A10', 'B1'])
  expect(order(['2-1', '1-10', '1-2'])).toEqual(['1-2', '1-10', '2-1'])
  expect(order(['2', '1', '2', '1'])).toEqual(['2', '1', '2', '1'])
  const discs = 'Disc\tNo.\tTitle\n2\t1\tc\n1\t2\tb\n1\t1\ta'
  expect(parsePastedText(discs).rows.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
})

test('a line that is longer than a track can be is rejected before it is read', () => {
  for (const part of ['\t', 'a\t', ' ', '"', '. '])
    expect(() => parsePastedText(`Blue Train\nb${part.repeat(5_000)}c`)).toThrow(
      'Line 2 has more than 5000 characters.',
    )
})
