import { expect, test } from 'bun:test'
import { initialsOf } from '../../web/components/coverInitials.ts'
import { coverLetters, coverPalette } from '../../web/components/coverPalette.ts'
import { contrastOf } from '../support/contrast.ts'

test('a cover has the initials of the first two words, without articles, numerals and signs', () => {
  const initials = {
    'Kind of Blue': 'KO',
    'The Magnetic Fields': 'MF',
    'A Rainbow in Curved Air': 'RI',
    '69 Love Songs Vol. 1': 'LS',
    'Simon & Garfunkel': 'SG',
    '“Heroes”': 'H',
    'Ágætis byrjun': 'ÁB',
    'Группа крови': 'ГК',
    The: 'T',
    'The The': 'T',
    群青日和: '群',
  }
  expect(Object.keys(initials).map(initialsOf)).toEqual(Object.values(initials))
})

test('a name without words is shown itself, as far as it fits', () => {
  const names = { '1989': '1989', '1999': '1999', '2Pac': '2PAC', '20192020': '2019', '÷': '÷', '...': '...', '': '' }
  expect(Object.keys(names).map(initialsOf).sort()).toEqual(Object.values(names).sort())
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
