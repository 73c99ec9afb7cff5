import { expect } from 'bun:test'
import { requirePeopleChanges } from '../../../src/seeding/decide/people.ts'
import { rejection } from '../../support/database.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { openSql } from '../../support/sql.ts'
import { listOf, namesOf, seed } from './support.ts'

// What happens to each value of an entry.

const artists = (entry: object) => ({ artists: [{ name: 'A', ...entry }] })

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

test('what another program writes is a change by people without an author', async ({ library, databaseUrl }) => {
  await seed(library, artists({ duration: 1 }))
  await using sql = openSql(databaseUrl)
  await sql.query('UPDATE artists SET duration = 2')
  const { changed_by_people } = await seed(library, artists({ duration: 1 }), 'keep')
  expect(changed_by_people).toMatchObject([{ member: 'duration', library: 2, email: null, source: null }])
})

test('a seed does not run if people have changed more than was found', async ({ library, admin }) => {
  const file = artists({ duration: 1, cover_path: 'a' })
  await seed(library, file)
  await admin.put('/artists/1', { duration: 2 })
  const found = (await seed(library, { ...file }, 'keep', { dryRun: true })).changed_by_people
  await admin.put('/artists/1', { cover_path: 'b' })
  const check = requirePeopleChanges(found)
  const error = await rejection(seed(library, file, 'overwrite', { check }))
  expect(String(error)).toContain('People have changed 2 values')
  expect((await admin.get('/artists/1')).body).toMatchObject({ duration: 2, cover_path: 'b' })
  expect(await namesOf(admin, '/artists')).toEqual(['A'])
})
