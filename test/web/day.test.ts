import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** Runs an expression with the functions for days, as a page in a language of the browser has them. */
const evaluate = (language: string, expression: string) => {
  const web = join(import.meta.dir, '../../web')
  const script = `globalThis.document = { documentElement: { lang: '${language.slice(0, 2)}' } }
    Object.defineProperty(navigator, 'languages', { value: ['${language}'] })
    const { parseDay, writeDay } = await import('${web}/components/edit/day.ts')
    const { formatDay } = await import('${web}/format.ts')
    console.log(JSON.stringify(${expression}))`
  const { stdout, stderr } = Bun.spawnSync([process.execPath, '-e', script], { stderr: 'pipe' })
  return stdout.length > 0 ? JSON.parse(`${stdout}`) : `${stderr}`
}

const written = ['1959', '8/17/1959', '1.2.1960', '3.1961', '1961-03', '1962-4-5', '8/32/1959', '30.02.1960', 'x']

test.each([
  ['en-US', ['1959-01-01', '1959-08-17', '1960-01-02', '1961-03-01', '1961-03-01', '1962-04-05'], '1959-08-17'],
  ['de-DE', ['1959-01-01', null, '1960-02-01', '1961-03-01', '1961-03-01', '1962-04-05'], '17.08.1959'],
])(
  'in %s, a day is read as ISO 8601 and in the order of the language, and written in one form',
  (language, days, form) => {
    const read = evaluate(language, `${JSON.stringify(written)}.map((text) => parseDay(text) ?? null)`)
    expect(read).toEqual([...days, null, null, null])
    expect(evaluate(language, "writeDay('1959-08-17')")).toBe(form)
  },
)

test('January 1st is shown as its year, which is all that is known of many releases', () => {
  const shown = evaluate('en-US', "['1959-01-01', '1959-01-01T00:00:00.000000Z', '1959-08-17'].map(formatDay)")
  expect(shown).toEqual(['1959', '1959', 'Aug 17, 1959'])
})
