import { expect, setSystemTime } from 'bun:test'
import { ClockDiffers } from '../../src/base/errors.ts'
import { openLibrary } from '../../src/library/open.ts'
import { createLabel } from '../support/catalogueStore.ts'
import { postgresTest } from '../support/programs.ts'
import { openSql } from '../support/sql.ts'
import { createTestDatabase } from '../support/testDatabase.ts'

postgresTest('a node whose clock is wrong changes nothing, and says so', async () => {
  await using database = await createTestDatabase()
  const library = await openLibrary(database.url)
  const create = (name: string) => library.write((tx) => createLabel(tx, name))
  await create('a')
  try {
    setSystemTime(new Date(Date.now() + 3_600_000))
    expect(await create('b').catch((error) => error)).toBeInstanceOf(ClockDiffers)
    expect(await library.problem()).toMatch(
      /^The clock of this machine is (3599|360\d) seconds ahead of the clock of the server\./,
    )
    expect(openLibrary(database.url)).rejects.toThrow('Set both with a time server.')
  } finally {
    setSystemTime()
  }
  await create('c')
  await using sql = openSql(database.url)
  expect(await sql.query('SELECT name FROM labels ORDER BY id')).toEqual([{ name: 'a' }, { name: 'c' }])
  await library.close()
})

postgresTest('nodes do not follow an instant that is far in the future', async () => {
  await using database = await createTestDatabase()
  const library = await openLibrary(database.url)
  await using sql = openSql(database.url)
  await sql.query(
    "INSERT INTO nodes (id, name, commits, last_instant) VALUES ('bad', 'bad', 1, '2099-01-01T00:00:00.000000Z')",
  )
  const label = await library.write((tx) => createLabel(tx, 'a'))
  expect(Math.abs(Date.parse(label.created_at) - Date.now())).toBeLessThan(60_000)
  await library.close()
})
