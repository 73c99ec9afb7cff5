import { expect, test } from 'bun:test'
import { drawCover, shortenTitle } from '../../web/components/coverDrawing.ts'
import { coverLetters, coverPalette } from '../../web/components/coverPalette.ts'
import { contrastOf } from '../support/contrast.ts'

test('the number at the end of a title stays on its cover, and short titles stay as they are', () => {
  const quintet = 'The Complete Studio Recordings of the Miles Davis Quintet'
  const titles = {
    'Kind of Blue': 'Kind of Blue',
    坂本龍一: '坂本龍一',
    '': '',
    '69 Love Songs Vol. 2': '69 Love Songs Vol. 2',
    [`${quintet} 1965–1968, Vol. 1`]: 'The Complete Studio Recordings of the Miles Davi… Vol. 1',
    [`${quintet} (Part II)`]: 'The Complete Studio Recordings of the Miles Davi… (Part II)',
    [quintet]: quintet,
    [`${'🎷'.repeat(60)} Folge 12`]: `${'🎷'.repeat(48)}… Folge 12`,
  }
  expect(Object.keys(titles).map(shortenTitle)).toEqual(Object.values(titles))
})

test.each(['The Complete Works, Vol. ', '69 Love Songs Vol. ', 'Die drei ??? Folge ', 'Volume ', '第', ''])(
  'volumes that follow each other have other colours: %p',
  (work) => {
    for (let n = 0; n < 9; n++) expect(drawCover(`${work}${n}`).colours).not.toBe(drawCover(`${work}${n + 1}`).colours)
  },
)

test('albums whose names begin alike have many different pictures', () => {
  const names = Array.from({ length: 60 }, (_, n) => `Love Songs ${n}`)
  expect(new Set(names.map((name) => JSON.stringify(drawCover(name)))).size).toBe(60)
})

test.each(['light', 'dark'] as const)(
  'the letters of each cover have contrast with all that is behind them: %s',
  (scheme) => {
    expect(coverPalette).toHaveLength(12)
    expect(
      coverPalette
        .flatMap((colours) => colours[scheme])
        .filter((behind) => contrastOf(coverLetters[scheme], behind) < 4.5),
    ).toEqual([])
  },
)
