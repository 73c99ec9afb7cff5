import type { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { failure } from '../support/cliFolder.ts'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'
import { instantAfter } from '../support/tokens.ts'

const statuses = (...clients: { get(path: string): Promise<{ status: number }> }[]) =>
  Promise.all(clients.map(async (client) => (await client.get('/labels')).status))

const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`

test('token list shows the user and the times of each token, and no secrets', async () => {
  using library = await createCliLibrary()
  const { run } = library
  {
    await using server = await library.serve()
    const ada = await logIn(server)
    await logIn(server, 'admin@example.com')
    expect(await statuses(ada)).toEqual([200])
    expect((await run('token list')).out).toMatch(/ada@example\.com +full +.* never +/)
    expect((await server.stop()).code).toBe(0)
  }
  const { code, out, err } = await run('token list')
  expect([code, err]).toEqual([0, ''])
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^id {2}user +name +access +made +last used +ends +from +program$/)
  const client = String.raw`127\.0\.0\.1 {2}Bun/[\d.]+`
  expect(lines[1]).toMatch(new RegExp(`^1 {3}ada@example\\.com +full +${time} {2}${time} +${client}$`))
  expect(lines[2]).toMatch(new RegExp(`^2 {3}admin@example\\.com +full +${time} {2}never +${client}$`))
  expect(lines).toHaveLength(4)

  expect((await run('token list --user ADA@example.com')).out.split('\n')).toHaveLength(3)
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  const session = {
    name: null,
    read_only: false,
    created_at: instant,
    expires_at: null,
    address: '127.0.0.1',
    program: expect.stringMatching(/^Bun/),
  }
  expect(JSON.parse((await run('token list --json')).out)).toEqual([
    { id: 1, email: 'ada@example.com', last_used_at: instant, ...session },
    { id: 2, email: 'admin@example.com', last_used_at: null, ...session },
  ])
})

test('a running server rejects a revoked token at the next request', async () => {
  using library = await createCliLibrary()
  const { run } = library
  await using server = await library.serve()
  const ada = [await logIn(server), await logIn(server), await logIn(server), await logIn(server)]
  const admin = await logIn(server, 'admin@example.com')
  expect(await statuses(...ada, admin)).toEqual([200, 200, 200, 200, 200])

  expect(await run('token revoke 1 3 1')).toEqual({ code: 0, out: 'Revoked 2 tokens.\n', err: '' })
  expect(await statuses(...ada, admin)).toEqual([401, 200, 401, 200, 200])

  // One unknown id: none is revoked.
  const missing = await run('token revoke 2 3')
  expect(missing).toEqual(failure('Token 3 was not found.'))
  expect(await statuses(...ada, admin)).toEqual([401, 200, 401, 200, 200])

  expect((await run('token revoke --user Ada@example.com')).out).toBe('Revoked 2 tokens.\n')
  expect(await statuses(...ada, admin)).toEqual([401, 401, 401, 401, 200])
  expect((await run('token revoke --user ada@example.com')).out).toBe('Revoked 0 tokens.\n')
})

/** Inserts tokens of the user that were created, and last used, the given numbers of hours ago. */
const insertTokens = (file: Sqlite, ages: [created: number, used: number | null][]) => {
  const ago = (hours: number | null) => (hours === null ? null : instantAfter(-hours * 3_600_000))
  for (const [index, [created, used]] of ages.entries()) {
    file
      .query('insert into tokens (user_id, hash, created_at, last_used_at) values (2, ?, ?, ?)')
      .run(`${index}`.padStart(64, '0'), ago(created), ago(used))
  }
}

test('token prune revokes tokens by their last use, or by their creation if they were never used; a dry run lists them', async () => {
  using library = await createCliLibrary()
  const { run, file } = library
  insertTokens(file, [
    [200, 30],
    [200, 3],
    [30, null],
    [3, null],
    // Uses are recorded with a delay, so this token may have been used within the day.
    [200, 25],
  ])
  const ids = () => file.query('select id from tokens order by id').values().flat()

  const dry = await run('token prune --unused-for 1d --dry-run')
  expect(dry.code).toBe(0)
  expect(dry.out.match(/^\d+(?= )/gm)).toEqual(['1', '3'])
  expect(dry.out).toEndWith('\nThis was a dry run: 2 tokens would be revoked. Nothing was changed.\n')
  expect(ids()).toEqual([1, 2, 3, 4, 5])

  const pruned = await run('token prune --unused-for 24h')
  expect(pruned).toEqual({ code: 0, out: 'Revoked 2 tokens.\n', err: '' })
  expect(ids()).toEqual([2, 4, 5])
  expect((await run('token prune --unused-for 90d')).out).toBe('Revoked 0 tokens.\n')
  expect((await run('token prune --unused-for 36500d --dry-run')).code).toBe(0)
})

test('an address that no account has is an error of one line', async () => {
  using library = await createCliLibrary()
  for (const command of ['token list', 'token revoke'])
    expect(await library.run(`${command} --user nobody@example.com`)).toEqual(
      failure('User nobody@example.com was not found.'),
    )
})

test('a running server ends sessions by --token-max-age, --token-max-idle and --tokens-per-account, and old entries by --audit-keep', async () => {
  using library = await createCliLibrary()
  library.file.run("UPDATE audit SET created_at = '2020-01-01T00:00:00.000000Z' WHERE record = 'users/1'")
  await using server = await library.serve(
    ...['--token-max-age', '30d', '--token-max-idle', '7d', '--tokens-per-account', '3', '--audit-keep', '30d'],
  )
  const sessions = [await logIn(server), await logIn(server), await logIn(server)]
  expect(await statuses(...sessions)).toEqual([200, 200, 200])
  const setTime = (id: number, column: string, days: number) =>
    library.file.query(`UPDATE tokens SET ${column} = ? WHERE id = ?`).run(instantAfter(-days * 86_400_000), id)
  setTime(1, 'created_at', 31)
  setTime(2, 'created_at', 29)
  setTime(2, 'last_used_at', 9)
  setTime(3, 'created_at', 29)
  setTime(3, 'last_used_at', 6)
  expect(await statuses(...sessions)).toEqual([401, 401, 200])
  for (let n = 0; n < 3; n++) sessions.push(await logIn(server))
  expect(await statuses(...sessions)).toEqual([401, 401, 401, 200, 200, 200])
  expect((await server.stop()).code).toBe(0)
  const records = library.file.query("SELECT record FROM audit WHERE action = 'create'").values().flat()
  expect(records).toEqual(['users/2'])
})
