import { expect } from 'bun:test'
import { backUp } from '../../../src/library/file/backup.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { restoreToPostgres } from '../../../src/library/postgres/restore.ts'
import { createLabel, updateLabel } from '../../support/catalogueStore.ts'
import { createFolder, folderTest as test } from '../../support/fixtureTest.ts'
import { closing } from '../../support/fullLibrary.ts'
import { postgresTest } from '../../support/programs.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'
import { listOf, nextSeed, seed } from './support.ts'

// Copies of a library know what people have changed.

const file = { labels: [{ name: 'L' }, { name: 'M' }] }

const createChanged = async (path: string) => {
  await using library = closing(await openLibrary(path))
  await seed(library, file)
  await library.write(async (tx) => {
    await updateLabel(tx, 1, 'P')
    await createLabel(tx, 'N')
  })
  expect(listOf(await seed(library, file, 'keep'))).toEqual(['labels/1 changed name kept'])
  await library.write((tx) => updateLabel(tx, 2, 'Q'))
}

const requireSame = async (url: string) => {
  await using library = closing(await openLibrary(url))
  expect((await nextSeed(library, file)).list).toEqual(['labels/2 changed name'])
}

test('a backup has what earlier seeds have left', async ({ path, file: fileIn }) => {
  await createChanged(path)
  await backUp(path, fileIn('backup.db'))
  await requireSame(fileIn('backup.db'))
})

postgresTest('a copy on the other engine has what earlier seeds have left', async () => {
  using folder = createFolder()
  await using database = await createTestDatabase()
  await createChanged(folder.path)
  await restoreToPostgres(folder.path, database.url)
  await requireSame(database.url)
})
