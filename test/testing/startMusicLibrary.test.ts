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
  const catalogues = ['sample', file, pathToFileURL(file), { labels: [{ name: 'Verve' }, { name: 'ECM' }] }]
  const counts = await Promise.all(
    catalogues.map(async (catalogue) => {
      await using library = await startMusicLibrary({ executable, catalogue, users: [ada] })
      const client = library.client()
      const { token } = await client.login(ada)
      expect((await library.client(token).me.get()).email).toBe(ada.email)
      return (await client.labels.list()).length
    }),
  )
  expect(counts).toEqual([19, 1, 1, 2])
})

test('further arguments reach the server', async () => {
  await using library = await startMusicLibrary({ executable: await binary(), args: ['--registration', 'closed'] })
  const account = { ...ada, name: 'Ada', password_confirmation: ada.password }
  expect(await rejection(library.client().register(account))).toMatchObject({ status: 403 })
})

test('users are seeded: with fixed tokens and likes, without an admin, and where registration is closed', async () => {
  const token = `mlib_${'b'.repeat(43)}`
  await using library = await startMusicLibrary({
    executable: await binary(),
    catalogue: 'sample',
    users: [
      ada,
      {
        email: 'bob@example.com',
        token,
        likes: ['the-velvet-underground/the-velvet-underground-and-nico/01-sunday-morning.flac'],
      },
    ],
    args: ['--registration', 'closed'],
  })
  const titles = (await library.client(token).me.likes()).map(({ title }) => title)
  expect(titles).toEqual(['Sunday Morning'])
  expect((await library.as('bob@example.com').me.likes()).length).toBe(1)
})

test('a reset brings back ids, tokens and the pinned time, and ends later sessions', async () => {
  const token = `mlib_${'e'.repeat(43)}`
  const eve = { email: 'eve@example.com', token, role: 'admin' } as const
  const now = '2001-02-03T04:05:06Z'
  await using library = await startMusicLibrary({ executable: await binary(), users: [ada, eve], now })
  const session = library.anonymous
  await session.login(ada)
  await library.reset()
  const run = async () => {
    expect((await library.seed({ labels: [{ name: 'ECM' }] })).sections.labels.created).toBe(1)
    return JSON.stringify(await library.as('EVE@example.com').labels.create({ name: 'Verve' }))
  }
  const first = await run()
  expect(first).toContain('2001-02-03T04:05:06.00000')
  await library.client(token).logout()
  await library.reset()
  expect(await run()).toBe(first)
  expect(await rejection(session.me.get())).toMatchObject({ status: 401 })
  expect((await library.client(token).me.get()).email).toBe(eve.email)
  expect(String(await rejection(library.as('nobody@example.com').me.get()))).toContain('was not found')
  expect(String(await rejection(library.seed({ labels: [{}] })))).toContain('/labels/0/name: The name is required.')
  expect(String(await rejection(library.seed('{}')))).toContain('TypeError: The catalogue has a wrong value.')
  await library.stop()
  expect(String(await rejection(library.reset()))).toBe('Error: The library was stopped.')
})

test.each<[unknown, string]>([
  [{ catalog: 'sample' }, 'TypeError: There is no option "catalog". Did you mean catalogue?'],
  [{ colour: 'blue' }, 'There is no option "colour". There are executable, library,'],
  ['sample', "TypeError: The options are an object, such as { catalogue: 'sample' }."],
  [{ executable: 1 }, 'The option executable has a wrong value. It is the path of the executable.'],
  [{ catalogue: '{"labels":[]}' }, 'For a text in JSON, give JSON.parse(text).'],
  [{ catalogue: 'file:///x.json' }, 'For a file: URL, give new URL(text).'],
  [{ catalogue: ['x'] }, "It is 'sample', 'empty', an object, or the path or URL of a file."],
  [{ users: 'ada' }, 'It is an array of accounts'],
  [{ now: '2001-02-03' }, "The option now has a wrong value. It is a time in UTC, such as '2026-01-01T00:00:00Z'."],
  [{ now: new Date(0) }, 'Give the text of the date: date.toISOString().'],
  [{ args: '--registration closed' }, "Give ['--registration', 'closed']."],
  [{ args: ['--backups', 3] }, "Give texts: ['--backups', '3']."],
  [{ timeoutMs: '20s' }, 'It is a number of milliseconds, from 0 to 2147483647.'],
  [{ timeoutMs: Infinity }, 'The option timeoutMs has a wrong value.'],
  [{ executable: '/nowhere/music-library' }, '/nowhere/music-library is not an executable file.'],
])('%p is rejected with advice', async (options, message) => {
  expect(String(await rejection(startMusicLibrary(options as TestLibraryOptions)))).toContain(message)
})

test.each<[unknown, string]>([
  [{ catalogue: '/nowhere/x.json' }, 'There is no file /nowhere/x.json. The catalogue is'],
  [{ catalogue: 'sampel' }, "There is no catalogue or file sampel. Did you mean 'sample'?"],
  [{ catalogue: '/' }, "The catalogue / can't be read: EISDIR"],
  [{ executable: '/bin/true' }, '/bin/true has to be the executable of music-library.'],
  [{ executable: '/bin/echo' }, 'The server has printed "serve --database :memory:'],
  [{ executable: '/bin/ls' }, 'The server exited with exit code 2. /bin/ls: unrecognized option'],
  [
    { users: [{ ...ada, password: 'short' }] },
    '/accounts/0/password: The password must be at least 8 characters long.',
  ],
  [{ args: ['--no-such-flag'] }, "The server exited with exit code 2. music-library: unknown option '--no-such-flag'"],
  [{ args: ['--database', 'x.db'] }, '--control is only for a library in memory.'],
  [{ timeoutMs: 0 }, 'The server did not start within 0 ms.'],
])('a start with %p fails with the error of the executable', async (options, message) => {
  const error = await rejection(startMusicLibrary({ executable: await binary(), ...(options as TestLibraryOptions) }))
  expect(String(error)).toContain(message)
})
