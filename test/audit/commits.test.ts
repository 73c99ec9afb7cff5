import { expect, test } from 'bun:test'
import { runSql } from '../support/audit.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary, type TestLibrary } from '../support/library.ts'

const readTables = ({ file }: TestLibrary) =>
  ['tracks', 'artist_track', 'users', 'tokens', 'audit'].map((table) => runSql(file, `SELECT * FROM ${table}`))

test('a write whose entry cannot be stored changes nothing', async () => {
  await using library = await startTestLibrary()
  const { admin, user, file } = library
  await createFixtures(admin)
  runSql(file, "CREATE TRIGGER reject_entries BEFORE INSERT ON audit BEGIN SELECT raise(abort, 'no entries'); END")
  const before = readTables(library)
  const responses = [
    await admin.put('/tracks/1', { title: 'Nardis', artist_ids: [] }),
    await admin.delete('/tracks/1'),
    await user.post('/logout'),
  ]
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 500))
  expect(readTables(library)).toEqual(before)
  runSql(file, 'DROP TRIGGER reject_entries')
  expect((await admin.delete('/tracks/1')).status).toBe(204)
})
