import { expect } from 'bun:test'
import { runSql } from '../support/audit.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'

test('a change by another program is in the next response', async ({ file, admin }) => {
  await createFixtures(admin)
  const readNames = async () => [(await admin.get('/labels/1')).body.name, (await admin.get('/labels')).body[0].name]
  await readNames()
  for (const name of ['One', 'Two', 'Three']) {
    runSql(file, 'UPDATE labels SET name = ? WHERE id = 1', name)
    expect(await readNames()).toEqual([name, name])
  }
  for (const [role, status] of [
    ['user', 403],
    ['admin', 200],
  ] as const) {
    runSql(file, 'UPDATE users SET role_id = (SELECT id FROM roles WHERE name = ?)', role)
    expect((await admin.get('/users')).status).toBe(status)
  }
  runSql(file, 'DELETE FROM tokens')
  for (const path of ['/labels', '/labels/1', '/tracks', '/me']) expect((await admin.get(path)).status).toBe(401)
})
