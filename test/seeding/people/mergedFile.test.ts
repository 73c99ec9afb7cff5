import { expect } from 'bun:test'
import { mergeIntoFile } from '../../../src/seeding/merge/mergeIntoFile.ts'
import type { Client } from '../../support/client.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { everyNth } from '../../support/longForm.ts'
import { mergedText, nextSeed, nothing, seed } from './support.ts'

// The text of a file into which what people have changed is written.

const oneLineEach = `{
  "$schema": "./catalogue.schema.json",
  "labels": [
    { "name": "L" },
    { "name": "M" }
  ],
  "artists": [
    { "name": "A", "label": "L", "duration": 1 },
    { "name": "B" }
  ],
  "tracks": [
    { "title": "t", "file_path": "p", "artists": ["A", "B"] }
  ]
}
`

/** Each value has a line of its own, but for one record. */
const { $schema, ...sections } = JSON.parse(oneLineEach)
const severalLinesEach = JSON.stringify(sections, null, '\t').replace('{\n\t\t\t"name": "B"\n\t\t}', '{ "name": "B" }')

/** Removes the spaces of a text in one of the layouts. */
const minify = (text: string) => text.replace(/(?<=[{,:[]|^)\s+|\s+(?=[}\]])|\n$/g, '')

interface Edit {
  write: (admin: Client) => Promise<unknown>
  /** What the layout with one line each has before and after it. */
  oneLineEach: [before: string, after: string][]
  /** What that with several lines each has, if it differs. */
  severalLinesEach?: Edit['oneLineEach']
}

const edits: [name: string, edit: Edit][] = [
  [
    'a number',
    { write: (admin) => admin.put('/artists/1', { duration: 2 }), oneLineEach: [['"duration": 1', '"duration": 2']] },
  ],
  [
    'a name, which references follow',
    {
      write: (admin) => admin.put('/labels/1', { name: 'Ä "P"' }),
      oneLineEach: [
        ['"name": "L"', '"name": "Ä \\"P\\""'],
        ['"label": "L"', '"label": "Ä \\"P\\""'],
      ],
    },
  ],
  [
    'a reference that is taken away',
    {
      write: (admin) => admin.put('/artists/1', { label_id: null }),
      oneLineEach: [['"label": "L"', '"label": null']],
    },
  ],
  [
    'an item that is taken out of an array',
    {
      write: (admin) => admin.put('/tracks/1', { artist_ids: [2] }),
      oneLineEach: [['["A", "B"]', '["B"]']],
      severalLinesEach: [['\t\t\t\t"A",\n', '']],
    },
  ],
  [
    'a record that is deleted, with the references to it',
    {
      write: (admin) => admin.delete('/artists/2'),
      oneLineEach: [
        [',\n    { "name": "B" }', ''],
        ['["A", "B"]', '["A"]'],
      ],
      severalLinesEach: [
        [',\n\t\t{ "name": "B" }', ''],
        ['"A",\n\t\t\t\t"B"', '"A"'],
      ],
    },
  ],
  [
    'the first record that is deleted',
    {
      write: (admin) => admin.delete('/labels/1'),
      oneLineEach: [
        ['{ "name": "L" },\n    ', ''],
        ['"label": "L"', '"label": null'],
      ],
      severalLinesEach: [
        ['{\n\t\t\t"name": "L"\n\t\t},\n\t\t', ''],
        ['"label": "L"', '"label": null'],
      ],
    },
  ],
]

const layouts = {
  oneLineEach: [oneLineEach, ({ oneLineEach }: Edit) => oneLineEach],
  severalLinesEach: [severalLinesEach, (edit: Edit) => edit.severalLinesEach ?? edit.oneLineEach],
  minified: [minify(oneLineEach), ({ oneLineEach }: Edit) => oneLineEach.map((texts) => texts.map(minify))],
} as const

const cases = edits.flatMap(([name, edit]) =>
  (['oneLineEach', 'severalLinesEach', 'minified'] as const).map((layout) => ({ name, edit, layout })),
)

// In the short form each edit has one layout or two.
for (const { name, edit, layout } of everyNth(cases, 2))
  test(`the text differs only in ${name} (${layout})`, async ({ library, admin }) => {
    const [text, changesOf] = layouts[layout]
    await seed(library, text)
    await edit.write(admin)
    const expected = changesOf(edit).reduce((before, [from = '', to = '']) => before.replace(from, to), text)
    expect(expected).not.toBe(text)
    const merged = await mergedText(library, text)
    expect(merged).toBe(expected)
    expect(await nextSeed(library, JSON.parse(merged))).toEqual(nothing)
  })

test('nothing is written where people have changed nothing, or what the file does not say', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, oneLineEach)
  expect(await mergedText(library, oneLineEach)).toBe(oneLineEach)
  await admin.put('/artists/2', { duration: 2 })
  await admin.post('/labels', { name: 'N' })
  expect(await mergedText(library, oneLineEach)).toBe(oneLineEach)
})

test('what an earlier seed has kept is written', async ({ library, admin }) => {
  await seed(library, oneLineEach)
  await admin.put('/labels/1', { name: 'P' })
  await admin.put('/artists/1', { duration: 2 })
  await admin.delete('/artists/2')
  await seed(library, oneLineEach, 'keep')
  const { text, changed, removed, added } = await mergeIntoFile(library, oneLineEach, {})
  expect(JSON.parse(text).artists).toEqual([{ name: 'A', label: 'P', duration: 2 }])
  // A name and a reference to it, a number, and a list of artists.
  expect({ changed, removed, added }).toEqual({ changed: 4, removed: 1, added: 0 })
  expect(await nextSeed(library, JSON.parse(text))).toEqual(nothing)
})
