import { expect, test } from 'bun:test'
import { findSuggestions } from '../../src/search/suggestions.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import type { Client } from '../support/client.ts'
import { libraryTest } from '../support/fixtureTest.ts'
import { search } from '../support/search.ts'
import { seedText } from '../support/seedText.ts'

interface Found {
  total: number
  suggestions: { id: number; name: string }[]
}

const searchAll = async (caller: Client, q: string): Promise<Record<string, Found>> =>
  (await search(caller, `?${new URLSearchParams({ q })}`)).body

/** The names that are suggested, by kind. */
const suggest = async (caller: Client, q: string) =>
  Object.fromEntries(
    Object.entries(await searchAll(caller, q)).flatMap(([kind, { suggestions }]) =>
      suggestions.length > 0 ? [[kind, suggestions.map(({ name }) => name)]] : [],
    ),
  )

libraryTest('names that are near are suggested where nothing is found', async ({ library, user }) => {
  await seedText(library, sampleCatalogue())
  const examples: [q: string, suggested: Record<string, string[]>][] = [
    ['coltrain', { artists: ['John Coltrane'] }],
    ['jon coltrain', { artists: ['John Coltrane'] }],
    ['coltrai', { artists: ['John Coltrane'] }],
    ['bjrok', { artists: ['Björk'] }],
    ['sigur rso', { artists: ['Sigur Rós'] }],
    ['miles davies', { artists: ['Miles Davis'] }],
    ['kind of bleu', { albums: ['Kind of Blue'] }],
    ['so wat', { tracks: ['So What'] }],
    ['lov sngs', { albums: ['69 Love Songs Vol. 1', '69 Love Songs Vol. 2', '69 Love Songs Vol. 3'] }],
    // Too short, too far, too many words, and no letters.
    ['bjo', {}],
    ['zappa', {}],
    ['one two three four five six seven eight coltrain', {}],
    ['“”', {}],
  ]
  for (const [q, expected] of examples) expect([q, await suggest(user, q)]).toEqual([q, expected])
  // What is found has no suggestions, and a user gets no users.
  const { artists, users } = await searchAll(user, 'coltrane')
  expect([artists?.total, artists?.suggestions, users]).toEqual([1, [], undefined])
})

libraryTest('suggestions are those of the records that there are', async ({ admin, user }) => {
  const { id } = (await admin.post('/artists', { name: 'Nina Simone' })).body
  expect((await searchAll(user, 'simnoe')).artists?.suggestions).toEqual([{ id, name: 'Nina Simone' }])
  await admin.put(`/artists/${id}`, { name: 'Eunice Waymon' })
  expect(await suggest(user, 'simnoe')).toEqual({})
  expect(await suggest(user, 'waymno')).toEqual({ artists: ['Eunice Waymon'] })
  await admin.delete(`/artists/${id}`)
  expect(await suggest(user, 'waymno')).toEqual({})
  // Admins get users, whose names have their addresses.
  expect(await suggest(admin, 'exampel')).toMatchObject({ users: expect.any(Array) })
})

libraryTest(
  'the nearest names are suggested: first those with fewer edits, then the shorter ones, each name once',
  async ({ admin, user }) => {
    for (const name of ['Coltranesque', 'Coltrane John', 'Coltrane', 'COLTRANE', 'Coltrano', 'Жанна Ое'])
      await admin.post('/genres', { name })
    for (const [q, ...genres] of [
      // What is near the beginning of a longer word comes after what is as near a whole word.
      ['coltrene', 'Coltrane', 'Coltrane John', 'Coltranesque'],
      ['coltreno', 'Coltrano', 'Coltrane', 'Coltrane John'],
      ['coltranse', 'Coltrane', 'Coltrane John', 'Coltranesque'],
      // A letter of one byte in place of one of two.
      ['жаннa', 'Жанна Ое'],
      ['жанан', 'Жанна Ое'],
    ])
      expect([q, await suggest(user, q ?? '')]).toEqual([q, { genres }])
  },
)

test('others run while many names are compared', async () => {
  // Each name has words that are near, so that all of them are compared letter by letter.
  const count = 60_000
  const names = Array.from({ length: count }, (_, n) => ` lettre${n} wordd${n} nearr${n} `)
  const starts = new Uint32Array(count + 1)
  let size = 0
  for (const [n, name] of names.entries()) {
    size += name.length
    starts[n + 1] = size
  }
  const ids = Uint32Array.from({ length: count }, (_, n) => n + 1)
  const chunk = { from: 1, isStale: false, ids, names: Buffer.from(names.join('')), starts, links: {} }
  let isDone = false
  const search = findSuggestions([chunk], ['letter', 'words', 'nears']).finally(() => {
    isDone = true
  })
  let turns = 0
  while (!isDone) {
    await new Promise(setImmediate)
    turns++
  }
  await search
  // Without slices it is one turn.
  expect(turns).toBeGreaterThan(5)
})
