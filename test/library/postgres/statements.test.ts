import { expect } from 'bun:test'
import { migrations } from '../../../migrations/index.ts'
import { readCaller } from '../../../src/accounts/callers.ts'
import {
  createInvitation,
  hasEndedInvitations,
  listInvitations,
  useInvitation,
} from '../../../src/accounts/invitations.ts'
import { createTokenRules } from '../../../src/accounts/tokenLife.ts'
import * as tokenList from '../../../src/accounts/tokenList.ts'
import * as tokens from '../../../src/accounts/tokens.ts'
import { isLocked, setLocked } from '../../../src/accounts/users/lock.ts'
import * as users from '../../../src/accounts/users/store.ts'
import { trackedTables } from '../../../src/app/app.ts'
import { auditAs } from '../../../src/audit/auditedWrite.ts'
import type { EntryFilter } from '../../../src/audit/filter.ts'
import type { AuditEntry } from '../../../src/audit/model.ts'
import { deleteEntries, listOldEntries } from '../../../src/audit/oldEntries.ts'
import { addEntry, readEntries, readNewestEntries } from '../../../src/audit/store.ts'
import { keysOf, mapValues } from '../../../src/base/objects.ts'
import { findBulkChanges } from '../../../src/catalogue/bulk.ts'
import { applyChanges } from '../../../src/catalogue/changes/apply.ts'
import * as likes from '../../../src/catalogue/likes/store.ts'
import { readMembers } from '../../../src/catalogue/members.ts'
import { resourceNames } from '../../../src/catalogue/resources.ts'
import { readStates } from '../../../src/catalogue/states.ts'
import { countRecords, listRecords } from '../../../src/catalogue/store.ts'
import * as summaries from '../../../src/catalogue/summaries.ts'
import { tracks } from '../../../src/library/catalogueSchema.ts'
import type { Instant } from '../../../src/library/clock.ts'
import type { Reader } from '../../../src/library/connection.ts'
import { oneRow, schemaNumber } from '../../../src/library/engineSql.ts'
import type { Library } from '../../../src/library/library.ts'
import { ownWork } from '../../../src/library/longWork.ts'
import { countReferences, requireReferences } from '../../../src/library/references.ts'
import { createPages } from '../../../src/search/pages.ts'
import { type Searchable, type SearchableName, searchables } from '../../../src/search/searchables.ts'
import { exportAccounts } from '../../../src/seeding/accounts/export.ts'
import { seedAccounts } from '../../../src/seeding/accounts/seedAccounts.ts'
import { exportCatalogue } from '../../../src/seeding/export/exportCatalogue.ts'
import {
  createArtist,
  createTrack,
  listArtistTracks,
  listLabels,
  updateAlbum,
  updateTrack,
} from '../../support/catalogueStore.ts'
import { fixtureTest } from '../../support/fixtureTest.ts'
import { amount, everyNth } from '../../support/longForm.ts'
import { openBothEngines } from '../../support/postgres/bothEngines.ts'
import { generatedCatalogue } from '../../support/postgres/generatedCatalogue.ts'
import { postgresTest } from '../../support/programs.ts'
import { seedText } from '../../support/seedText.ts'
import { unaudited } from '../../support/unaudited.ts'

// The functions of the stores return the same from a file and from PostgreSQL, for the same data.

const catalogue = generatedCatalogue()

/** Two libraries, and what does the same with both. */
const createBoth = async () => {
  const both = await openBothEngines()
  return {
    ...both,
    seed: (value: object, options?: Parameters<typeof seedText>[2]) =>
      both.compare('seed', (library) => seedText(library, JSON.stringify(value), options)),
    read: (name: string, work: (read: Reader) => Promise<unknown>) =>
      both.compare(name, ({ snapshot }) => snapshot(work)),
    write: (name: string, work: Parameters<Library['write']>[0]) =>
      both.compare(name, (library) => library.write(work)),
  }
}

const test = fixtureTest(createBoth, postgresTest)

const later = '2099-01-01T00:00:00.000000Z' as Instant
const token = `mlib_${'a'.repeat(43)}`
const hash = `$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$${'A'.repeat(43)}`

const allOf = (read: Reader) => Promise.all(resourceNames.map((name) => listRecords(read, name)))

const readAll = async (read: Reader, filter: EntryFilter, limit?: number) => {
  const entries: AuditEntry[] = []
  for await (const page of readEntries(read, filter, limit)) entries.push(...page)
  return entries
}

test('a catalogue is seeded, changed, pruned and exported', async (both) => {
  await both.seed(catalogue)
  expect(await both.seed(catalogue)).toContain('"unchanged": 200')
  await both.read('all', allOf)
  const { labels, genres, artists, albums, tracks: allTracks } = catalogue
  const changed = {
    labels: [...labels.slice(0, 3), { name: 'Label 9', formerly: { name: 'Label 3' } }],
    genres,
    artists: artists.map((artist) => ({ ...artist, label: null })),
    albums: albums.map((album) => ({ ...album, label: 'Label 1', formerly: { label: album.label } })),
    tracks: allTracks
      .slice(40)
      .map(({ artists: [first = ''], ...track }) => ({ ...track, artists: [first], genres: [] })),
  }
  await both.write('likes', async (tx) => {
    await users.createUser(unaudited(tx), { name: 'a', email: 'a@example.com', hash, email_set_by: 'admin' })
    return likes.likeAll(tx, 1, [3, 2, 50, 199, 200])
  })
  const pruned = await both.seed(changed, { prune: true, maxChanges: 1_000 })
  expect(pruned).toContain('"likes_deleted": 2')
  await both.read('all', allOf)
  await both.read('catalogue', async (read) => {
    const { chunks, ...rest } = await exportCatalogue(read)
    return [[...chunks].join(''), rest]
  })
  await both.read('accounts', async (read) => [...(await exportAccounts(read, true)).chunks].join(''))
})

test('every search has the same result', async (both) => {
  await both.seed(catalogue)
  await both.write('likes', async (tx) => {
    for (const name of ['Élan', 'zoë', 'Bob'])
      await users.createUser(unaudited(tx), { name, email: `${name}@example.com`, hash, email_set_by: 'admin' })
    return likes.likeAll(tx, 1, [3, 2, 50, 199, 200])
  })
  const values: Record<string, string[]> = {
    label_id: ['2', '1,2', 'none'],
    album_id: ['3', '3,4', 'none'],
    artist_id: ['3', '3,4', 'none'],
    genre_id: ['2', '2,1', 'none'],
    type: ['ep', 'ep,single'],
    release_date: ['1950..2000', 'none'],
    duration: ['1..', 'none'],
    duration_seconds: ['100..900', 'none'],
    created_at: ['2020..'],
    updated_at: ['..2020'],
    liked: ['true', 'false'],
    ids: ['3,1,5,99'],
  }
  const texts = ['part', 'ágæ', "don't", 'łó', '坂', '100%', 'back\\', '"', '& !', ':*', '–', '( ', 'part 1', 'zo']
  const pages = [
    { limit: 5, offset: 0 },
    { limit: 7, offset: 13 },
    { limit: 50, offset: 150 },
  ]
  const pagesOf = new Map<Library, ReturnType<typeof createPages>>()
  const search = (name: SearchableName, parameters: Record<string, string | number>) => {
    const query = new URLSearchParams(mapValues(parameters, String))
    return both.compare(`${name} ${query}`, async (library) => {
      const pages = pagesOf.get(library) ?? createPages({ database: library, tracked: trackedTables })
      pagesOf.set(library, pages)
      const { json, total } = await pages.read(name, query, 1, ownWork)
      return { ids: JSON.parse(json).map(({ id }: { id: number }) => id), total }
    })
  }
  let found = 0
  const count = (result: string) => {
    found += JSON.parse(result).total
  }
  for (const name of keysOf(searchables)) {
    const { sorts, filters }: Searchable = searchables[name]
    for (const [index, sort] of Object.keys(sorts).entries())
      for (const sign of ['', '-'])
        for (const page of everyNth([...pages.slice(index % 3), ...pages.slice(0, index % 3)], 3))
          count(await search(name, { sort: sign + sort, ...page, ...(sort === 'liked' && { liked: 'true' }) }))
    for (const q of everyNth(texts, 3))
      for (const sort of ['-relevance', Object.keys(sorts)[1] ?? 'id']) count(await search(name, { q, sort }))
    const ofName = keysOf(filters).flatMap((filter) => values[filter]?.map((value) => ({ [filter]: value })) ?? [])
    for (const [index, one] of ofName.entries())
      for (const other of [one, ofName[(index * 7 + 3) % ofName.length]])
        count(await search(name, { ...one, ...other, ...(index % 2 && { q: 'a' }) }))
  }
  expect(found).toBeGreaterThan(amount(2_000, 5_000))
})

test('members, summaries, references and bulk changes', async (both) => {
  const { read } = both
  await both.seed(catalogue)
  for (const name of resourceNames) {
    await read(`a range of ${name}`, (on) => listRecords(on, name, { from: 2, to: 9, limit: 3 }))
    await read(`members of ${name}`, (on) => readMembers(on, name, 3))
    for (const ids of [[], [3, 1, 9_999]])
      for (const withLinks of [true, false]) await read(`many ${name}`, (on) => readStates(on, name, ids, withLinks))
  }
  await read('tracks of an artist', (on) => listArtistTracks(on, 3, { from: 20, to: 90, limit: 5 }))
  for (const [name, summarize] of Object.entries(summaries)) {
    await read(name, async (on) => (await summarize(on, [1, 2, 3, 4, 9_999])).toSorted((a, b) => a.id - b.id))
    await read(name, (on) => summarize(on, []))
  }
  await read('counts', countRecords)
  await read('references', (on) => countReferences(on, { column: tracks.album_id, counted: tracks.id }, [3, 4]))
  expect(await read('schema', async (on) => (await on.select({ schema: schemaNumber }).from(oneRow))[0])).toContain(
    `${migrations.length}`,
  )
  const change = { album_id: 2, artist_ids: { add: [1], remove: [2] }, genre_ids: { set: [1, 3] } }
  const found = await both.write('bulk change', async (tx) => {
    const ids = [10, 2, 1, 3]
    const found = await findBulkChanges(tx.db, 'tracks', { ids, change }, [])
    await applyChanges(auditAs(tx, { source: 'cli' }), found)
    return (await Array.fromAsync(found.changes.pages())).flat()
  })
  expect(JSON.parse(found)).toHaveLength(4)
  await read('all', allOf)
})

test('accounts, tokens and invitations', async (both) => {
  const { read, write } = both
  await both.seed(catalogue)
  const accounts = [
    { email: 'c@example.com', password_hash: hash, role: 'admin' as const, locked: true, likes: ['music/3.flac'] },
    { email: 'b@example.com', name: 'B', token, likes: [{ key: 'part-199' }, { key: 'part-198' }, 'music/7.flac'] },
  ]
  await write('user', (tx) =>
    users.createUser(unaudited(tx), { name: 'Élan', email: 'Élan@example.com', hash, email_set_by: 'admin' }),
  )
  expect(await both.compare('accounts', (library) => seedAccounts(library, accounts))).toContain('"created": 2')
  expect(await both.compare('accounts', (library) => seedAccounts(library, accounts))).toContain('"unchanged": 2')
  await both.compare('shared path', (library) =>
    seedAccounts(library, [{ email: 'b@example.com', likes: ['music/198.flac'] }]),
  )
  for (const email of ['Élan@EXAMPLE.com', 'élan@example.com'])
    await read(email, async (on) => (await users.readAccount(on, email))?.id)
  await read('users', (on) => users.listUsers(on))
  await write('locks', async (tx) => [
    await setLocked(unaudited(tx), 2, true),
    await isLocked(tx.db, 2),
    await isLocked(tx.db, 1),
  ])
  await read('likes', (on) => likes.listLikes(on, 2, { from: -9, to: -1, limit: 2 }))
  await write('moved likes', (tx) => likes.moveLikes(tx, { from: 200, to: 4 }))
  await read('export', async (on) => [...(await exportAccounts(on, true)).chunks].join(''))
  for (let session = 0; session < 4; session++)
    await write('session', async (tx) => (await tokens.createSession(tx, { user_id: 1 })).id)
  await write('token', (tx) =>
    tokens.storeToken(unaudited(tx), `${token}2`, { user_id: 1, name: 'seed', read_only: true }),
  )
  await write('use', (tx) =>
    tokens.recordTokenUses(tx, [{ id: 3, last_used_at: later, address: '::1', program: null }]),
  )
  const rules = createTokenRules()
  await read('caller', async (on) => (await readCaller(on, `${token}2`, rules))?.read_only)
  await read('tokens', (on) => tokenList.readLastUsedTokens(on, { limit: 3, offset: 0 }, 1))
  await read('unused', (on) => tokenList.listUnusedTokens(on, later))
  await read('no token', (on) => tokenList.findToken(on, 1e20))
  await write('sessions', (tx) => tokens.limitSessions(tx, 1, 2, 5))
  expect(JSON.parse(await read('tokens', (on) => tokenList.listTokens(on)))).toHaveLength(4)
  await write('invitation', async (tx) => {
    const { code } = await createInvitation(unaudited(tx), { uses: 1, expires_at: later })
    return [await listInvitations(tx.db), await useInvitation(tx, code), await hasEndedInvitations(tx.db, tx.now)]
  })
})

test('the audit trail', async (both) => {
  await both.write('entries', async (tx) => {
    const actor = { source: 'api' as const, user_id: 1, email: 'Élan@example.com', token_id: 2, address: '::1' }
    for (const record of ['tracks/1', 'tracks/2', 'users/1'])
      await addEntry(tx, actor, { action: 'update', record, changes: { title: { from: "'", to: null } } })
    const own = { action: 'update', record: 'users/1', isOwnChange: true } as const
    for (const to of ['a', 'b']) await addEntry(tx, actor, { ...own, changes: { name: { from: 'a', to } } })
    for (let at = 0; at < 1_001; at++) await addEntry(tx, { source: 'cli' }, { action: 'seed', counts: { tracks: at } })
  })
  const filters: EntryFilter[] = [
    {},
    { record: 'tracks' },
    { record: 'tracks/1' },
    { user: { id: 1, email: 'élan@EXAMPLE.com' } },
    { user: { email: 'Élan@EXAMPLE.com' } },
    { since: later },
    { action: ['seed', 'keys'] },
    { q: 'K%_nd' },
  ]
  for (const filter of filters)
    await both.read(JSON.stringify(filter), async (read) => [
      await readAll(read, filter),
      await readAll(read, filter, 2),
      await readNewestEntries(read, filter, { limit: 3, maxTested: 5_000 }),
    ])
  await both.write('deletion', async (tx) => {
    await deleteEntries(tx, await listOldEntries(tx.db, later, 2))
    return (await readAll(tx.db, { record: 'users' })).length
  })
})

test('a write of references to missing records fails with the same message, whatever their ids are', async (both) => {
  await both.seed(catalogue)
  const fail = async (work: Parameters<Library['write']>[0]) => {
    const message = await both.write('write', work)
    expect(message).toStartWith('ValidationError')
    return message
  }
  const track = { title: 'x', file_path: 'x' }
  for (const id of [0, -5, 2 ** 53, 1e30]) {
    expect(await fail((tx) => createArtist(tx, { name: 'x', label_id: id }))).toContain(String(id))
    await fail((tx) => updateAlbum(tx, 1, { label_id: id }))
    await fail((tx) => createTrack(tx, { ...track, artist_ids: [3, id, 1], genre_ids: [id], album_id: id }))
    await fail((tx) => updateTrack(tx, 3, { artist_ids: [2, id] }))
    await fail((tx) => requireReferences(tx.db, ['ids', tracks, [1, id, null]], ['others', tracks, [id, undefined]]))
  }
  await both.read('all', allOf)
})

test('texts with the escape of U+0000 are stored as they are, and those that no library can have are not found', async (both) => {
  for (const text of [String.raw`[\u0000] C:\u0000 \\u0000`, String.raw`[\u0000]`, String.raw`["\u0000"]`]) {
    const created = await both.write('track', (tx) => createTrack(tx, { title: text, file_path: text }))
    expect(JSON.parse(created)).toMatchObject({ title: text, file_path: text })
    await both.seed({ labels: [{ name: text }] })
    expect(await both.compare('labels', ({ read }) => listLabels(read))).toContain(JSON.stringify(text))
  }
  await both.seed(catalogue)
  for (const text of ['\0', 'a\0b', '[\0]', '\ud800', '\udc00 a']) {
    expect(await both.compare('account', ({ read }) => users.readAccount(read, text))).toBe('null')
    const likes = [text, { key: text }]
    const problems = await both.compare('likes', (library) =>
      seedAccounts(library, [{ email: 'ada@example.com', token, likes }]),
    )
    expect(problems).toContain('Entry 1 of likes has characters that are not allowed')
  }
})
