import { expect, test } from 'bun:test'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'
import { instantAfter } from '../support/tokens.ts'

const day = 86_400_000

test('a running server ends sessions by --token-max-age, --token-max-idle and --tokens-per-account', async () => {
  using library = await createCliLibrary()
  await using server = await library.serve(
    ...['--token-max-age', '30d', '--token-max-idle', '7d', '--tokens-per-account', '3'],
  )
  const sessions = [await logIn(server), await logIn(server), await logIn(server)]
  const statuses = async () => Promise.all(sessions.map(async (session) => (await session.get('/labels')).status))
  expect(await statuses()).toEqual([200, 200, 200])
  const setTime = (id: number, column: string, days: number) =>
    library.file.query(`UPDATE tokens SET ${column} = ? WHERE id = ?`).run(instantAfter(-days * day), id)
  setTime(1, 'created_at', 31)
  setTime(2, 'created_at', 29)
  setTime(2, 'last_used_at', 9)
  setTime(3, 'created_at', 29)
  setTime(3, 'last_used_at', 6)
  expect(await statuses()).toEqual([401, 401, 200])
  for (let n = 0; n < 3; n++) sessions.push(await logIn(server))
  expect(await statuses()).toEqual([401, 401, 401, 200, 200, 200])
})

test('a running server removes ended tokens and old entries as it starts, and keeps the others', async () => {
  using library = await createCliLibrary()
  const { run, file } = library
  for (const name of ['ended', 'valid'])
    await run(['token', 'add', 'ada@example.com', '--name', name, '--expires', '1h'])
  file.run("UPDATE tokens SET expires_at = '2026-01-01T00:00:00.000000Z' WHERE name = 'ended'")
  file.run("UPDATE audit SET created_at = '2020-01-01T00:00:00.000000Z' WHERE record = 'users/1'")
  {
    await using server = await library.serve('--audit-keep', '30d')
    expect((await server.stop()).code).toBe(0)
  }
  expect(file.query('SELECT name FROM tokens').values().flat()).toEqual(['valid'])
  expect(file.query('SELECT record FROM audit').values().flat()).toEqual(['users/2', 'tokens/1', 'tokens/2'])
})
