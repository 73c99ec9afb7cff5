import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startMusicLibrary, type TestLibraryOptions } from '../../testing/index.ts'
import { binary } from '../support/binary.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

const ada = { email: 'ada@example.com', password: 'correct horse' }

test('the catalogue is the sample, a file or an object, and each server has a library of its own', async () => {
  using folder = emptyFolder()
  const executable = await binary()
  const file = join(folder.path, 'catalogue.json')
  writeFileSync(file, '{"labels":[{"name":"ECM"}]}')
  const catalogues = [undefined, 'sample', file, pathToFileURL(file), { labels: [{ name: 'Verve' }] }]
  const counts = await Promise.all(
    catalogues.map(async (catalogue) => {
      await using library = await startMusicLibrary({ executable, catalogue, users: [ada] })
      const client = library.client()
      const { token } = await client.login(ada)
      expect((await library.client(token).me.get()).email).toBe(ada.email)
      return (await client.labels.list()).length
    }),
  )
  expect(counts).toEqual([0, 19, 1, 1, 1])
})

test('further arguments reach the server', async () => {
  await using library = await startMusicLibrary({ executable: await binary(), args: ['--registration', 'closed'] })
  const account = { ...ada, name: 'Ada', password_confirmation: ada.password }
  expect(await rejection(library.client().register(account))).toMatchObject({ status: 403 })
})

test.each<[unknown, string]>([
  [{ catalog: 'sample' }, 'There is no option "catalog". There are executable, catalogue,'],
  [{ users: [{ email: 'ada@example.com' }] }, 'Each user has an email and a password.'],
  [{ users: [{ ...ada, role: 'root' }] }, `The role of ada@example.com is "root". It is 'admin' or 'user'.`],
  [{ users: [ada, { ...ada, role: 'admin' }] }, 'One of the users is an admin. Name an admin first.'],
  [{ executable: '/nowhere/music-library' }, '/nowhere/music-library is not an executable file.'],
])('%p is rejected with advice', async (options, message) => {
  expect(String(await rejection(startMusicLibrary(options as TestLibraryOptions)))).toContain(message)
})

test.each<[TestLibraryOptions, string]>([
  [{ catalogue: { labels: [{}] } }, 'The server exited. music-library: The catalogue has 1 problem'],
  [{ catalogue: '/nowhere/x.json' }, 'The server exited. music-library: There is no file /nowhere/x.json.'],
  [{ args: ['--no-such-flag'] }, "The server exited. music-library: unknown option '--no-such-flag'"],
  [{ users: [{ ...ada, password: 'short' }] }, 'The password must be at least 8 characters long.'],
  [{ timeoutMs: 0 }, 'The server did not listen within 0 ms.'],
])('a start with %p fails with the error of the executable', async (options, message) => {
  const error = await rejection(startMusicLibrary({ executable: await binary(), ...options }))
  expect(String(error)).toContain(message)
})
