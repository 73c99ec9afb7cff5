import { expect } from 'bun:test'
import { requirePeopleChanges } from '../../../src/seeding/decide/people.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { openSql } from '../../support/sql.ts'
import { newestEntry, undoAsShown } from '../../support/undo.ts'
import { listOf, mergedText, namesOf, nextSeed, nothing, seed } from './support.ts'

// What happens to each value of an entry.

const artists = (entry: object) => ({ artists: [{ name: 'A', ...entry }] })

test('a value that only the file has changed follows the file', async ({ library, admin }) => {
  await seed(library, artists({ duration: 1 }))
  expect(listOf(await seed(library, artists({ duration: 2 }), 'keep'))).toEqual([])
  expect((await admin.get('/artists/1')).body.duration).toBe(2)
})

test('a value that people have changed is listed, and kept', async ({ library, admin }) => {
  const file = artists({ duration: 1, cover_path: 'a' })
  await seed(library, file)
  await admin.put('/artists/1', { duration: 2 })
  const report = await seed(library, file, 'keep')
  expect(report.changed_by_people).toEqual([
    {
      section: 'artists',
      kind: 'changed',
      id: 1,
      path: 'artists/1/duration',
      name: 'A',
      values: { cover_path: 'a', duration: 2 },
      member: 'duration',
      library: 2,
      file: 1,
      is_kept: true,
      email: 'admin@example.com',
      source: 'api',
      changed_at: expect.any(String),
    },
  ])
  expect((await admin.get('/artists/1')).body).toMatchObject({ duration: 2, cover_path: 'a' })
  const again = await seed(library, file)
  expect([listOf(again), again.kept_before]).toEqual([[], 1])
  expect((await admin.get('/artists/1')).body.duration).toBe(2)
})

test('a value that people have changed is listed, and overwritten', async ({ library, admin }) => {
  const file = artists({ duration: 1 })
  await seed(library, file)
  await admin.put('/artists/1', { duration: 2 })
  expect(listOf(await seed(library, file))).toEqual(['artists/1 changed duration'])
  expect((await admin.get('/artists/1')).body.duration).toBe(1)
  expect(await nextSeed(library, file)).toEqual(nothing)
})

test('what was kept is listed again when the file changes it, and when people do', async ({ library, admin }) => {
  await seed(library, artists({ duration: 1 }))
  await admin.put('/artists/1', { duration: 2 })
  await seed(library, artists({ duration: 1 }), 'keep')
  const changed = await seed(library, artists({ duration: 3 }), 'keep')
  expect(listOf(changed)).toEqual(['artists/1 changed duration kept'])
  expect(changed.changed_by_people[0]?.is_conflict).toBe(true)
  expect(await nextSeed(library, artists({ duration: 3 }))).toEqual(nothing)
  await admin.put('/artists/1', { duration: 4 })
  expect(listOf(await seed(library, artists({ duration: 3 }), 'keep'))).toEqual(['artists/1 changed duration kept'])
  expect((await admin.get('/artists/1')).body.duration).toBe(4)
})

test('what people and the file have changed in the same way is nothing to decide about', async ({ library, admin }) => {
  await seed(library, artists({ duration: 1 }))
  await admin.put('/artists/1', { duration: 2 })
  expect(await nextSeed(library, artists({ duration: 2 }))).toEqual(nothing)
})

test('a member that the file does not say is no change, and is one when the file says it', async ({
  library,
  admin,
}) => {
  await seed(library, artists({ duration: 1 }))
  await admin.put('/artists/1', { duration: 2, cover_path: 'a' })
  expect(await nextSeed(library, artists({}))).toEqual(nothing)
  await seed(library, artists({}))
  const report = await seed(library, artists({ duration: 1, cover_path: 'b' }), 'keep')
  expect(listOf(report)).toEqual(['artists/1 changed cover_path kept', 'artists/1 changed duration kept'])
})

test('each change is decided by its own choice', async ({ library, admin }) => {
  const file = artists({ duration: 1, cover_path: 'a' })
  await seed(library, file)
  await admin.put('/artists/1', { duration: 2, cover_path: 'b' })
  const choices = new Map([['artists/1/duration', 'overwrite' as const]])
  await seed(library, file, 'keep', { people: { way: 'keep', choices } })
  expect((await admin.get('/artists/1')).body).toMatchObject({ duration: 1, cover_path: 'b' })
  expect(await nextSeed(library, file)).toEqual(nothing)
})

test('a record that no seed has had follows the file, and is counted', async ({ library, admin }) => {
  await admin.post('/artists', { name: 'A', duration: 2 })
  const report = await seed(library, artists({ duration: 1 }), 'keep')
  expect([listOf(report), report.without_base]).toEqual([[], 1])
  expect((await admin.get('/artists/1')).body.duration).toBe(1)
  await admin.put('/artists/1', { duration: 3 })
  expect(await nextSeed(library, artists({ duration: 1 }))).toMatchObject({ list: ['artists/1 changed duration'] })
})

test('what another program writes is a change by people without an author', async ({ library, databaseUrl }) => {
  await seed(library, artists({ duration: 1 }))
  await using sql = openSql(databaseUrl)
  await sql.query('UPDATE artists SET duration = 2')
  const { changed_by_people } = await seed(library, artists({ duration: 1 }), 'keep')
  expect(changed_by_people).toMatchObject([{ member: 'duration', library: 2, email: null, source: null }])
})

test('an undo of a seed is a change by people', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, artists({ duration: 1 }))
  await seed(library, artists({ duration: 2 }))
  expect((await undoAsShown(admin, await newestEntry(testLibrary))).status).toBe(200)
  expect(listOf(await seed(library, artists({ duration: 2 }), 'keep'))).toEqual(['artists/1 changed duration kept'])
  expect((await admin.get('/artists/1')).body.duration).toBe(1)
})

test('several files share a library: a value is compared with what the last of them said', async ({
  library,
  admin,
}) => {
  const [first, second] = [artists({ duration: 1, cover_path: 'a' }), artists({ cover_path: 'b' })]
  await seed(library, first)
  expect(listOf(await seed(library, second))).toEqual([])
  expect(listOf(await seed(library, first))).toEqual([])
  await admin.put('/artists/1', { duration: 2, cover_path: 'c' })
  expect(listOf(await seed(library, second, 'keep'))).toEqual(['artists/1 changed cover_path kept'])
  expect((await nextSeed(library, first)).list).toEqual(['artists/1 changed cover_path', 'artists/1 changed duration'])
})

test('a seed does not run if people have changed more than was found', async ({ library, admin }) => {
  const file = artists({ duration: 1, cover_path: 'a' })
  await seed(library, file)
  await admin.put('/artists/1', { duration: 2 })
  const found = (await seed(library, { ...file }, 'keep', { dryRun: true })).changed_by_people
  await admin.put('/artists/1', { cover_path: 'b' })
  const check = requirePeopleChanges(found)
  await expect(seed(library, file, 'overwrite', { check })).rejects.toThrow('People have changed 2 values')
  expect((await admin.get('/artists/1')).body).toMatchObject({ duration: 2, cover_path: 'b' })
  expect(await namesOf(admin, '/artists')).toEqual(['A'])
})

test('a name is the same however its characters are composed', async ({ library, admin }) => {
  const file = { artists: [{ name: 'Bj\u00f6rk' }, { name: 'Z' }], tracks: [{ title: '\u00e9', file_path: 'p' }] }
  await seed(library, file)
  await admin.put('/artists/1', { name: 'Bjo\u0308rk' })
  await admin.put('/tracks/1', { title: 'e\u0301' })
  const text = JSON.stringify(file)
  expect(await mergedText(library, text)).toBe(text)
  expect(listOf(await seed(library, { artists: [{ name: 'Z' }] }, 'keep', { prune: true }))).toEqual([])
  expect(await namesOf(admin, '/artists')).toEqual(['Z'])
  await seed(library, file)
  await admin.put('/artists/3', { name: 'Bjo\u0308rk' })
  expect(listOf(await seed(library, file, 'keep'))).toEqual([])
  expect(await namesOf(admin, '/artists')).toEqual(['Z', 'Bj\u00f6rk'])
  expect(await nextSeed(library, file)).toEqual(nothing)
})
