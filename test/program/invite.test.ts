import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { client } from '../support/client.ts'
import { expectFailure, failure, wordsOf } from '../support/cliFolder.ts'
import { createCliLibrary, secret } from '../support/cliLibrary.ts'
import { runCommand } from '../support/commandRun.ts'

const account = (n: number) => ({
  name: 'Nica',
  email: `nica${n}@example.com`,
  password: secret,
  password_confirmation: secret,
})

const hours = 3_600_000

type CliLibrary = Awaited<ReturnType<typeof createCliLibrary>>

const listInvitations = async ({ run }: CliLibrary) => JSON.parse((await run('invite list --json')).out)

test('invite prints a code alone on standard output, with which a running server registers accounts', async () => {
  using library = await createCliLibrary()
  await using server = await library.serve('--registration', 'invite')
  const { code, out, err } = await library.run('invite --uses 2')
  expect([code, out]).toEqual([0, expect.stringMatching(/^minv_[\w-]{22}\n$/)])
  expect(err).toMatch(/^Made invitation 1\. 2 accounts can register with it until .+ UTC\. .*\n$/)
  expect(err).not.toContain('minv_')
  const register = async (n: number, invitation?: string) =>
    (await client(server.url).post('/register', { ...account(n), invitation })).status
  const invitation = out.trim()
  expect([await register(1, 'minv_wrong'), await register(1, invitation)]).toEqual([400, 201])
  const other = (await library.run('invite')).out.trim()
  expect((await library.run('invite revoke 2')).out).toBe('Revoked 1 invitation.\n')
  expect(await register(2, other)).toBe(400)
  const { out: log } = await server.stop()
  expect(log).not.toContain('minv_')
})

test('invite says that registration is closed, where that is set, and how to change it', async () => {
  using library = await createCliLibrary()
  writeFileSync(join(library.folder, 'closed.toml'), 'registration = "closed"\n')
  writeFileSync(join(library.folder, 'invite.toml'), 'registration = "invite"\n')
  const invite = async (words = '', env: Record<string, string> = {}) => {
    const { code, out, err } = await runCommand(wordsOf(`invite ${words}`), { cwd: library.folder, env })
    expect([code, out]).toEqual([0, expect.stringMatching(/^minv_[\w-]{22}\n$/)])
    const [made, ...notes] = err.split('\n')
    expect(made).toStartWith('Made invitation ')
    return notes.join('\n')
  }
  const note = (where: string, change: string) =>
    `music-library: Note: ${where}, and a server with this setting rejects every code. ${change}\n`
  const file = join(library.folder, 'closed.toml')
  expect(await invite('--config closed.toml')).toBe(
    note(`registration is "closed" in ${file}`, 'Set it to "invite" there, and reload (SIGHUP) or restart the server.'),
  )
  for (const name of ['REGISTRATION', 'MUSIC_LIBRARY_REGISTRATION'])
    expect(await invite('--config invite.toml', { [name]: 'closed' })).toBe(
      note(`${name} is "closed"`, `Set it to "invite", and restart the server.`),
    )
  expect(await invite('--config invite.toml')).toBe('')
  expect(await invite('', { REGISTRATION: 'invite' })).toBe('')
  expect(await invite()).toBe('')
  expectFailure(await library.run('invite --config closed.toml --database missing.db'), 1, 'no library')
})

test('an invitation is for one account and seven days unless flags say otherwise', async () => {
  using library = await createCliLibrary()
  const before = Date.now()
  for (const flags of ['', '--uses 5 --expires 12h', '--uses 1 --expires 1y'])
    expect((await library.run(`invite ${flags}`)).code).toBe(0)
  const invitations = await listInvitations(library)
  const lives = [7 * 24 * hours, 12 * hours, 365 * 24 * hours]
  expect(invitations.map(({ id, uses }: { id: number; uses: number }) => [id, uses])).toEqual([
    [1, 1],
    [2, 5],
    [3, 1],
  ])
  for (const [n, life] of lives.entries()) {
    const end = Date.parse(invitations[n].expires_at) - life
    expect(end).toBeGreaterThanOrEqual(before - 1)
    expect(end).toBeLessThanOrEqual(Date.now())
  }
})

test('invite list shows the uses and ends of invitations, and neither codes nor hashes', async () => {
  using library = await createCliLibrary()
  const { run } = library
  expect((await run('invite list')).out).toBe('id  uses left  made  ends\n')
  expect(JSON.parse((await run('invite list --json')).out)).toEqual([])
  const code = (await run('invite --uses 3')).out.trim()
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`
  const { out } = await run('invite list')
  expect(out).toMatch(new RegExp(`^id +uses left +made +ends\\n1 +3 +${time} +${time}\\n$`))
  const json = (await run('invite list --json')).out
  expect(Object.keys(JSON.parse(json)[0]).sort()).toEqual(['created_at', 'expires_at', 'id', 'uses'])
  for (const text of [out, json]) {
    expect(text).not.toContain(code)
    expect(text).not.toMatch(/[\da-f]{64}/)
  }
})

test('of several invitations either all are revoked, or none', async () => {
  using library = await createCliLibrary()
  const { run } = library
  for (let n = 0; n < 3; n++) await run('invite')
  const ids = async () => (await listInvitations(library)).map(({ id }: { id: number }) => id)
  const missing = failure('Invitation 9 was not found.')
  expect(await run('invite revoke 1 9')).toEqual(missing)
  expect(await ids()).toEqual([1, 2, 3])
  expect((await run('invite revoke 1 3 1')).out).toBe('Revoked 2 invitations.\n')
  expect(await ids()).toEqual([2])
})

test('--database may stand before or after the subcommand', async () => {
  using library = await createCliLibrary()
  const { run } = library
  await run('user add admin@example.com --admin --database other.db', secret)
  for (let n = 0; n < 2; n++) expect((await run('invite --database other.db')).code).toBe(0)
  expect(await listInvitations(library)).toEqual([])
  for (const words of ['list --json --database other.db', '--database other.db list --json'])
    expect(JSON.parse((await run(`invite ${words}`)).out)).toHaveLength(2)
  for (const words of ['revoke 1 --database other.db', '--database other.db revoke 2'])
    expect((await run(`invite ${words}`)).code).toBe(0)
})

test('wrong flags of invite are an error of one line, and create no invitation', async () => {
  using library = await createCliLibrary()
  for (const [words, exit, hint] of [
    ['--uses 0', 2, '1 to 100000'],
    ['--uses 100001', 2, '1 to 100000'],
    ['--expires 7', 2, '90d'],
    ['--expires 101y', 2, '100y'],
    ['everybody', 2, 'everybody'],
    ['list --uses 2', 2, '--uses'],
    ['--uses 2 list', 2, '"invite list" has no --uses: it is for a new invitation. Leave it out.'],
    ['--expires 7d revoke 1', 2, '"invite revoke" has no --expires'],
    ['revoke', 2, 'ids'],
    ['revoke 0', 2, 'invite list'],
    ['revoke 1 x', 2, 'invite list'],
    ['revoke 1', 1, 'Invitation 1 was not found.'],
    ['--database missing.db', 1, 'no library'],
    ['--database missing.db list', 1, 'no library'],
  ] as const)
    expectFailure(await library.run(`invite ${words}`), exit, hint)
  expect(await listInvitations(library)).toEqual([])
})
