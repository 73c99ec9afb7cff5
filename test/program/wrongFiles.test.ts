import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyLibrary } from '../../src/library/file/integrity.ts'
import { createCliFolder, failure, wordsOf } from '../support/cliFolder.ts'
import { createCliLibrary } from '../support/cliLibrary.ts'

test('no command replaces a library by a file of another kind, also not one of its other files', async () => {
  using library = await createCliLibrary()
  const belongs = `belongs to the library ${library.path}, and was not replaced. Name another file.`
  for (const [file, error] of [
    ['data/music-library.db', 'is a library or another database, and was not replaced. Name another file.'],
    ['data/music-library.db.lock', belongs],
    ['data/music-library.db-wal', belongs],
  ]) {
    for (const command of ['export', 'export --accounts'])
      expect(await library.run(`${command} ${file}`)).toEqual(failure(`${file} ${error}`))
  }
  expect(await library.run('backup --yes data/music-library.db-shm')).toEqual(
    failure(`data/music-library.db-shm ${belongs}`),
  )
  const portFile = await library.run('serve --port 0 --port-file data/music-library.db.lock')
  expect([portFile.code, portFile.err]).toEqual([1, `music-library: data/music-library.db.lock ${belongs}\n`])
  expect(verifyLibrary(library.path).rows.users).toBe(2)
  expect(readFileSync(`${library.path}.lock`, 'utf8')).toBe('')
  writeFileSync(join(library.folder, 'old.json'), 'anything else')
  expect((await library.run('export old.json')).code).toBe(0)
})

test.each(['backup', 'user remove'])(
  'an empty argument, as of a variable that is not set, is wrong usage of %s',
  async (command) => {
    using folder = createCliFolder()
    expect(await folder.run([...wordsOf(command), ''])).toEqual(
      failure('An argument is empty. Give it a value, or leave it out.', 2),
    )
  },
)
