import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { countEdits } from '../../src/base/spelling.ts'
import { groupNearNames } from '../../src/search/nearNames.ts'
import { amount } from '../support/longForm.ts'

/** The groups of names, which are folded. */
const group = async (...names: string[]): Promise<string[][]> => {
  const rows = async function* () {
    for (const [id, folded] of names.entries()) yield { folded, ids: [id] }
  }
  return (await groupNearNames(rows())).map((near) => near.map(({ folded }) => folded))
}

test.each([
  ['the beatles', 'beatles'],
  ['beatles the', 'beatles'],
  ['simon and garfunkel', 'simon garfunkel'],
  ['get lucky feat pharrell williams', 'get lucky'],
  ['get lucky ft pharrell', 'get lucky featuring pharrell'],
  ['blue note', 'bluenote'],
  // A letter is wrong, missing or added, or two are swapped, also in the middle.
  ['coltrane', 'coltrone'],
  ['portishead', 'portishad'],
  ['columbia', 'columbiaa'],
  ['bjorkman', 'bjrokman'],
  ['radioehad 2', 'radiohead 2'],
])('%s and %s are near', async (a, b) => {
  expect(await group(a, b)).toEqual([[a, b]])
  expect(await group(b, 'something else', a)).toEqual([[b, a]])
})

test.each([
  ['columbia', 'colombie'],
  ['verve', 'nerve'],
  ['symphony no 5', 'symphony no 6'],
  ['greatest hits ii', 'greatest hits iii'],
  ['the wall side a', 'the wall side b'],
  ['1999 remastered', '1998 remastered'],
  ['the the', 'and'],
  ['feat', 'ft'],
  ['东京事变', '东京事'],
])('%s and %s are not near', async (a, b) => {
  expect(await group(a, b)).toEqual([])
})

test('names of any letters are near exactly if there is one edit between them', async () => {
  const letters = fc.string({ unit: fc.constantFrom('b', 'c', 'd', 'ж'), minLength: 6, maxLength: 11 })
  await fc.assert(
    fc.asyncProperty(letters, letters, fc.nat(10), fc.constantFrom('b', ''), async (a, other, at, letter) => {
      const edited = a.slice(0, at) + letter + a.slice(at + 1)
      const swapped =
        a.slice(0, at) +
        a
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        a.slice(at + 2)
      for (const b of [other, edited, swapped, a.slice(0, at) + letter + a.slice(at)]) {
        if (a === b) continue
        const isNear = Math.min(a.length, b.length) >= 7 && countEdits(a, b) === 1
        expect([a, b, (await group(a, b)).length]).toEqual([a, b, isNear ? 1 : 0])
      }
    }),
    { numRuns: amount(300, 20_000) },
  )
})

test('names are grouped through others, in the order of the first ones', async () => {
  const names = ['aaaaaaaa', 'columbia', 'columbie', 'colombie', 'the columbia', 'zzzzzzzz']
  expect(await group(...names)).toEqual([['columbia', 'columbie', 'colombie', 'the columbia']])
})
