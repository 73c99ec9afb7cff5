import { expect, test } from 'bun:test'
import { createMusicLibrary } from '../../../src/index.ts'
import { createCliLibrary, logIn } from '../../support/cliLibrary.ts'
import { kindOfBlue, seedValue } from '../../support/catalogue.ts'
import { sourceCommands } from '../../support/commands.ts'
import { startTestLibrary } from '../../support/library.ts'

const path = '/../console/api/export'

test('the export has the same bytes as that of the command, and the day in its name', async () => {
  using library = await createCliLibrary()
  expect((await library.run(['seed', '--sample'])).code).toBe(0)
  await using server = await library.serve()
  const admin = await logIn(server, 'admin@example.com')
  const { status, headers, text } = await admin.get(path)
  expect(status).toBe(200)
  const today = new Date().toISOString().slice(0, 10)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="catalogue-${today}.json"`)
  expect(text).toBe((await library.run(['export', '-'])).out)
})

test('a library in memory is exported, too', async () => {
  await using library = await createMusicLibrary({
    catalogue: kindOfBlue,
    users: [{ email: 'admin@example.com', name: 'Admin', role: 'admin', password: 'a long secret' }],
  })
  const login = await library.fetch(
    new Request('http://localhost/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: 'a long secret' }),
    }),
  )
  const { token } = await login.json()
  const request = new Request('http://localhost/console/api/export', { headers: { authorization: `Bearer ${token}` } })
  const { tracks } = await (await library.fetch(request)).json()
  expect(tracks).toHaveLength(2)
})

test('a client that goes away ends its export, and others can begin', async () => {
  await using library = await startTestLibrary({ commands: sourceCommands() })
  const labels = Array.from({ length: 20_000 }, (_, n) => ({ name: `${n} ${'x'.repeat(200)}` }))
  await seedValue(library.library, { labels })
  const { admin, url } = library
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${admin.token}` }
  const first = await fetch(url + path, { headers, signal: abort.signal })
  const reader = first.body?.getReader()
  await reader?.read()
  // The export is longer than what connections and pipes hold.
  const second = await admin.get(path)
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5'])
  abort.abort()
  await reader?.read().catch(() => {})
  let third = await admin.get(path)
  while (third.status === 503) third = await admin.get(path)
  expect(third.body.labels).toHaveLength(20_000)
})

test('an export shows one state, while writes go on', async () => {
  await using library = await startTestLibrary({ commands: sourceCommands() })
  const { admin } = library
  await seedValue(library.library, kindOfBlue)
  let isDone = false
  const exporting = admin.get(path).finally(() => {
    isDone = true
  })
  let writes = 0
  while (!isDone) expect((await admin.post('/genres', { name: `Genre ${writes++}` })).status).toBe(201)
  const { genres } = (await exporting).body
  expect(writes).toBeGreaterThan(1)
  const numbers = genres
    .map(({ name }: { name: string }) => Number(name.replace('Genre ', '')))
    .filter((n: number) => !Number.isNaN(n))
    .sort((a: number, b: number) => a - b)
  expect(numbers).toEqual(numbers.map((_: number, n: number) => n))
})

test('HEAD exports nothing', async () => {
  await using library = await startTestLibrary({ commands: sourceCommands() })
  const { status, text, headers } = await library.admin.send('HEAD', path)
  expect([status, text]).toEqual([200, ''])
  expect(headers.get('content-disposition')).toContain('attachment')
})
