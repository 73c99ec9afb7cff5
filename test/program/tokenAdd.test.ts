import { expect, test } from 'bun:test'
import { client } from '../support/client.ts'
import { expectFailure } from '../support/cliFolder.ts'
import { createCliLibrary } from '../support/cliLibrary.ts'

const day = 86_400_000

type CliLibrary = Awaited<ReturnType<typeof createCliLibrary>>

const listTokens = async ({ run }: CliLibrary) => JSON.parse((await run('token list --json')).out)

const countTokens = ({ file }: CliLibrary) => file.query('SELECT count(*) FROM tokens').values().flat()[0]

test('token add prints the token alone on standard output, and a running server accepts it', async () => {
  using library = await createCliLibrary()
  await using server = await library.serve()
  const { code, out, err } = await library.run(['token', 'add', 'ADA@example.com', '--name', ' player '])
  expect([code, out]).toEqual([0, expect.stringMatching(/^mlib_[\w-]{43}\n$/)])
  expect(err).toContain('"player"')
  expect(err).toContain('has no end')
  expect(err).not.toContain('mlib_')
  const player = client(server.url, out.trim())
  expect((await player.get('/me')).body.email).toBe('ada@example.com')
  expect((await player.put('/me', { name: 'Ada' })).status).toBe(200)
  expect(await listTokens(library)).toMatchObject([
    { id: 1, email: 'ada@example.com', name: 'player', read_only: false, expires_at: null },
  ])
})

test('token add --read-only --expires makes a token that changes nothing, and ends then', async () => {
  using library = await createCliLibrary()
  const before = Date.now()
  const { err } = await library.run('token add ada@example.com --name player --read-only --expires 1y')
  expect(err).toContain('read-only')
  const [{ expires_at, read_only }] = await listTokens(library)
  const end = Date.parse(expires_at) - 365 * day
  expect(end).toBeGreaterThanOrEqual(before - 1)
  expect(end).toBeLessThanOrEqual(Date.now())
  const minute = `${expires_at.slice(0, 10)} ${expires_at.slice(11, 16)} UTC`
  expect(err).toContain(`It ends at ${minute}`)
  expect(read_only).toBe(true)
  const { out } = await library.run('token list')
  expect(out).toMatch(/^1 +ada@example\.com +player +read-only /m)
  expect(out).toContain(minute)
})

test('token list shows the client that last used a token, without control characters', async () => {
  using library = await createCliLibrary()
  {
    await using server = await library.serve('--trusted-proxies', '127.0.0.1')
    const { out } = await library.run('token add ada@example.com --name a\tname\u202e')
    const headers = { 'user-agent': `player/1.0 \u009b31m${'x'.repeat(400)}`, 'x-forwarded-for': '2001:DB8::1' }
    expect((await client(server.url, out.trim()).send('GET', '/labels', { headers })).status).toBe(200)
    expect((await server.stop()).code).toBe(0)
  }
  const [token] = await listTokens(library)
  expect(token).toMatchObject({ name: 'a\tname\u202e', address: '2001:db8::1' })
  expect(token.last_used_at).toBeString()
  expect(token.program).toStartWith('player/1.0 ')
  expect(token.program).toHaveLength(255)
  const { out } = await library.run('token list')
  expect(out.trimEnd().split('\n')).toHaveLength(2)
  expect(out).toContain(String.raw`a\u0009name\u202e`)
  expect(out).toContain(String.raw`2001:db8::1  player/1.0 \u009b31mxxx`)
  expect(out).not.toMatch(/[\u009b\u202e]/)
  expect(out).not.toMatch(/[\da-f]{64}/)
})

test.each<[string[], number, string]>([
  [['ada@example.com'], 2, '--name'],
  [['ada@example.com', '--name', ' \n '], 2, 'name of the token is empty'],
  [['ada@example.com', '--name', 'a\u001bb'], 2, 'characters that are not allowed'],
  [['ada@example.com', '--name', 'x', '--expires', '1w'], 2, 'Did you mean 7d?'],
  [['nobody@example.com', '--name', 'x'], 1, 'User nobody@example.com was not found.'],
])('token add %p exits with %d and one line, and creates no token', async (args, exit, hint) => {
  using library = await createCliLibrary()
  expectFailure(await library.run(['token', 'add', ...args]), exit, hint)
  expect(countTokens(library)).toBe(0)
})
