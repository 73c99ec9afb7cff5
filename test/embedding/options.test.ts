import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMusicLibrary, type MusicLibraryOptions, UsageError } from '../../src/index.ts'
import { client } from '../support/client.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'

test.each<[unknown, string]>([
  [{ catalog: 'sample' }, 'There is no option "catalog". Did you mean catalogue?'],
  [{ catalogue: 'Sampel' }, "Did you mean 'sample'?"],
  [{ catalogue: './x.json' }, "For a file, give new URL('./catalogue.json', import.meta.url), or pathToFileURL(path)."],
  [{ catalogue: 'file:///x.json' }, 'For a file: URL, give new URL(text).'],
  [{ catalogue: '\n{"labels":[]}' }, 'For a text in JSON, give JSON.parse(text).'],
  [{ catalogue: null }, 'an object or a URL. Leave it out for the default.'],
  [{ catalogue: Promise.resolve({}) }, 'Give what the promise resolves to, with await.'],
  [{ catalogue: Bun.file('x.json') }, 'Give its content: await file.json().'],
  [{ catalogue: new URL('https://example.com/x.json') }, 'The catalogue is a URL, but not a file: URL.'],
  [{ catalogue: pathToFileURL('/nowhere/x.json') }, "The catalogue /nowhere/x.json can't be read."],
  [{ catalogue: { labels: [{}] } }, 'problem'],
  [{ listen: 3000 }, 'The option listen has a wrong value. It is true, false, or an object with host and port.'],
  [{ prefix: 'music/' }, 'The option prefix has a wrong value. It is a path such as /music'],
  [
    { cors: ['http://localhost:*'] },
    'localhost stands for all ports of this machine: http and https, localhost, 127.0.0.1 and [::1].',
  ],
  [{ cors: ['https://a.example/x'] }, "The option cors has a wrong value. It is '*', or an array of origins"],
  [{ limits: { login: '20' } }, 'The option limits.login is "20". Give a number and a time, such as 20/1m.'],
  [{ limits: { logins: '20/1m' } }, 'There is no member of limits "logins". Did you mean login?'],
  ['sample', "UsageError: The options are an object, such as { catalogue: 'sample' }."],
  [{ readOnly: 'yes' }, 'The option readOnly has a wrong value. It is true or false.'],
])('%p is rejected with advice', async (options, message) => {
  expect(String(await rejection(createMusicLibrary(options as MusicLibraryOptions)))).toContain(message)
})

test('a later seed checks its catalogue like the option', async () => {
  await using library = await createMusicLibrary()
  const error = await rejection(library.seed('./x.json' as 'sample'))
  expect(error).toBeInstanceOf(UsageError)
  expect(String(error)).toContain('The catalogue has a wrong value.')
})

test('the port, CORS, registration, limits and read-only tokens follow the options', async () => {
  await using library = await createMusicLibrary({
    catalogue: 'sample',
    listen: true,
    cors: ['https://player.example.com'],
    registration: 'closed',
    limits: { login: '1/1h' },
  })
  const { url = '' } = library
  expect(url).toBe(`${library.origin}/api`)
  const origin = { headers: { origin: 'https://player.example.com' } }
  const response = await client(url).send('GET', '/labels', origin)
  expect(response.headers.get('access-control-allow-origin')).toBe('https://player.example.com')
  expect((await client(url).post('/register', {})).status).toBe(403)
  const statuses = [await client(url).post('/login', {}), await client(url).post('/login', {})].map(
    ({ status }) => status,
  )
  expect(statuses).toEqual([400, 429])

  await using readOnly = await createMusicLibrary({ catalogue: 'sample', readOnly: true })
  const account = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }
  await readOnly.anonymous.register({ ...account, password_confirmation: account.password })
  const ada = readOnly.as(account.email)
  await ada.tracks.like(3)
  expect(await rejection(ada.me.update({ name: 'Renamed' }))).toMatchObject({ status: 403 })
})

test('options and members that are undefined have their defaults', async () => {
  const limits = { all: undefined, login: '1/1h' }
  await using library = await createMusicLibrary({
    database: undefined,
    users: undefined,
    listen: { host: undefined, port: undefined },
    limits,
  })
  expect(library.origin).toStartWith('http://127.0.0.1:')
  const statusOf = async () => (await client(library.url ?? '').post('/login', {})).status
  expect([await statusOf(), await statusOf()]).toEqual([400, 429])
})

test('clients of fetch have the address that the program tells', async () => {
  await using library = await createMusicLibrary({
    limits: { all: '2/1h' },
    clientAddress: (request) => request.headers.get('x-client') ?? undefined,
  })
  const statusOf = async (address: string) =>
    (await library.fetch(new Request('http://localhost/api/labels', { headers: { 'x-client': address } }))).status
  const statuses = [await statusOf('203.0.113.1'), await statusOf('203.0.113.1'), await statusOf('203.0.113.1')]
  expect([...statuses, await statusOf('203.0.113.2')]).toEqual([401, 401, 429, 401])
})

test('one library is served once, also embedded', async () => {
  using folder = emptyFolder()
  const database = join(folder.path, 'library.db')
  {
    await using _library = await createMusicLibrary({ database })
    const message = `${database} is served already. Stop that server first.`
    // The refused one does not release the lock.
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await rejection(createMusicLibrary({ database }))).toMatchObject({ name: 'OperationalError', message })
  }
  await (await createMusicLibrary({ database })).close()
})

test('a port that is in use makes no library', async () => {
  using folder = emptyFolder()
  using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const listen = { port: Number(other.port) }
  const database = join(folder.path, 'new/library.db')
  expect(await rejection(createMusicLibrary({ database, catalogue: 'sample', listen }))).toMatchObject({
    name: 'OperationalError',
    message: `Port ${other.port} on 127.0.0.1 is in use. Choose another one, or 0 for a free one.`,
  })
  expect(readdirSync(folder.path)).toEqual([])
})

test('a closed library responds with 503, and closing it again does nothing', async () => {
  const library = await createMusicLibrary()
  await library.close()
  await library.close()
  const response = await library.fetch(new Request('http://localhost/api/labels'))
  expect([response.status, await response.json()]).toEqual([503, { message: 'The library is closed.' }])
})
