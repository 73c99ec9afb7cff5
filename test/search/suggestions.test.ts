import { expect, test } from 'bun:test'
import { createRandom } from '../../src/base/random.ts'
import { findSuggestions } from '../../src/search/suggestions.ts'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import type { Client } from '../support/client.ts'
import { libraryTest } from '../support/fixtureTest.ts'
import { fold } from '../support/fold.ts'
import { amount } from '../support/longForm.ts'
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

/** The least number of edits between two words, by the definition: a letter, or two neighbours that are swapped if that is all. */
const countEdits = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const last = rows[i - 1] ?? []
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      row.push(Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  const edits = rows.at(-1)?.at(-1) ?? 0
  const swaps = Array.from(
    { length: Math.max(a.length - 1, 0) },
    (_, n) => a.slice(0, n) + a[n + 1] + a[n] + a.slice(n + 2),
  )
  return edits === 2 && swaps.includes(b) ? 1 : edits
}

libraryTest('suggestions are the nearest of all names', async ({ admin, user }) => {
  const random = createRandom(7)
  const letters = ['a', 'b', 'n', 'o', 'é', 'ж']
  const word = () =>
    Array.from({ length: 2 + Math.floor(random() * 8) }, () => letters[Math.floor(random() * letters.length)]).join('')
  const names = new Set<string>()
  while (names.size < 60) names.add([word(), ...(random() < 0.5 ? [word()] : [])].join(' '))
  for (const name of names) await admin.post('/genres', { name })
  const genres: { id: number; name: string }[] = (await user.get('/genres')).body
  let suggested = 0
  for (let n = 0; n < amount(150, 3_000); n++) {
    const q = [word(), ...(random() < 0.3 ? [word()] : [])].join(' ')
    const { total, suggestions } = (await searchAll(user, q)).genres as Found
    const wanted = [...new Set(fold(q).split(' '))]
    const editsOf = (name: string) => {
      const edits = wanted.map((text) => {
        const most = text.length < 4 ? Number(text.length === 3 && wanted.length > 1) : text.length < 8 ? 1 : 2
        const isLast = text === fold(q).split(' ').at(-1)
        const near = fold(name)
          .split(' ')
          .flatMap((other) => {
            const whole = countEdits(text, other)
            // The beginning of a longer word has the same first letter.
            const begun =
              isLast && most > 0 && Buffer.byteLength(other) > Buffer.byteLength(text) && other[0] === text[0]
                ? countEdits(text, Buffer.from(other).subarray(0, Buffer.byteLength(text)).toString())
                : Number.POSITIVE_INFINITY
            return [
              whole <= most ? whole : Number.POSITIVE_INFINITY,
              begun <= most ? begun + 0.5 : Number.POSITIVE_INFINITY,
            ]
          })
        return Math.min(...near)
      })
      return edits.reduce((a, b) => a + b)
    }
    const expected = genres
      .map(({ id, name }) => ({ id, name, edits: editsOf(name) }))
      .filter(({ edits }) => Number.isFinite(edits))
      .sort(
        (a, b) => a.edits - b.edits || Buffer.byteLength(fold(a.name)) - Buffer.byteLength(fold(b.name)) || a.id - b.id,
      )
      .filter((one, index, all) => all.findIndex(({ name }) => fold(name) === fold(one.name)) === index)
      .slice(0, 3)
      .map(({ id, name }) => ({ id, name }))
    if (total > 0) expect(suggestions).toEqual([])
    else expect([q, suggestions]).toEqual([q, expected])
    suggested += suggestions.length
  }
  expect(suggested).toBeGreaterThan(10)
})

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
