import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { removeFlags } from '../../../src/console/api/removeFlags.ts'

test.each([
  ['If it has them, say --columns artists="Band (main)".', 'If it has them, choose "Band (main)" as the artists.'],
  [
    'Write m:ss, or say --columns duration="L" for seconds, or --columns duration_ms="L" for milliseconds.',
    'Write m:ss, or choose "L" as the duration for seconds, or "L" as the duration ms for milliseconds.',
  ],
  [
    'Say which one it is with --columns title=COLUMN,path="a \\"b\\"". The first line has to be the header.',
    'Say which one it is. The first line has to be the header.',
  ],
  ['Name the column with the path of each file: --columns path=COLUMN.', 'Name the column with the path of each file.'],
  ['There is no column "x", which --columns names. The columns', 'There is no column "x". The columns'],
  ['No path is in /srv, which --root names.', 'No path is in /srv.'],
  ['of the file is, such as --encoding windows-1252.', 'of the file is, such as windows-1252.'],
  ['The title "Dark --bright night" -- is long.', 'The title "Dark --bright night" -- is long.'],
])('%p', (sentence, expected) => {
  expect(removeFlags(sentence)).toBe(expected)
})

test('no sentence of the converters keeps a flag', async () => {
  const sentences: string[] = []
  const files = ['src/converters', 'src/seeding/read'].flatMap((folder) => [
    ...new Glob(`${folder}/**/*.ts`).scanSync('.'),
  ])
  for (const file of files) {
    const source = (await Bun.file(file).text()).replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
    const literals = source.match(/`[^`]*`|'(?:[^'\\\n]|\\.)*'/g) ?? []
    // A value stands for what the sentence has in its place.
    sentences.push(
      ...literals.filter((text) => text.includes(' --')).map((text) => text.replaceAll(/\$\{[^}]*\}/g, '"x"')),
    )
  }
  expect(sentences.length).toBeGreaterThan(4)
  for (const sentence of sentences) expect(removeFlags(sentence)).not.toMatch(/--[a-z]/)
})
