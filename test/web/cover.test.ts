import { expect, test } from 'bun:test'
import { initialsOf } from '../../web/components/coverInitials.ts'
import { coverLetters, coverPalette } from '../../web/components/coverPalette.ts'

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

/** The relative luminance of a colour such as `#465568`, as the WCAG define it. */
const luminanceOf = (colour: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test.each(['light', 'dark'] as const)(
  'the letters of each cover have contrast with all that is behind them: %s',
  (scheme) => {
    expect(coverPalette).toHaveLength(12)
    const contrastOf = (behind: string) => (luminanceOf(coverLetters[scheme]) + 0.05) / (luminanceOf(behind) + 0.05)
    expect(coverPalette.flatMap((colours) => colours[scheme]).filter((behind) => contrastOf(behind) < 4.5)).toEqual([])
  },
)
