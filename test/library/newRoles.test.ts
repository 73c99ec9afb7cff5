import { expect, test } from 'bun:test'
import { roles } from '../../src/library/accountSchema.ts'
import { openLibrary } from '../../src/library/open.ts'
import { emptyFolder } from '../support/folder.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'

const expectEqualStamps = async (url: string) => {
  const library = await openLibrary(url)
  const stamps = await library.read.select().from(roles)
  await library.close()
  expect(stamps.filter(({ updated_at, created_at }) => updated_at === created_at)).toHaveLength(2)
}

test.each([':memory:', 'library.db'])('the roles of a new library in %s were never updated', async (name) => {
  using folder = emptyFolder()
  await expectEqualStamps(name === ':memory:' ? name : `${folder.path}/${name}`)
})

postgresTest('nor were those of one on PostgreSQL', async () => {
  await using database = await createTestDatabase()
  await expectEqualStamps(database.url)
})
