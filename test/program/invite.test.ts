import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectFailure, failure, wordsOf } from '../support/cliFolder.ts'
import { createCliLibrary, secret } from '../support/cliLibrary.ts'
import { runCommand } from '../support/commandRun.ts'

const hours = 3_600_000

type CliLibrary = Awaited<ReturnType<typeof createCliLibrary>>

const listInvitations = async ({ run }: CliLibrary) => JSON.parse((await run('invite list --json')).out)

test('invite prints a code alone on standard output, for one account and seven days unless flags say otherwise', async () => {
  using library = await createCliLibrary()
  const before = Date.now()
  const lives = { '': 7 * 24, '--uses 5 --expires 12h': 12, '--expires 1y': 365 * 24 }
  for (const flags of Object.keys(lives)) {
    const { code, out, err } = await library.run(`invite ${flags}`)
    expect([code, out]).toEqual([0, expect.stringMatching(/^minv_[\w-]{22}\n$/)])
    expect(err).toMatch(/^Made invitation \d\. .+ can register with it until .+ UTC\. .*\n$/)
    expect(err).not.toContain('minv_')
  }
  const invitations: { id: number; uses: number; expires_at: string }[] = await listInvitations(library)
  expect(invitations.map(({ id, uses }) => [id, uses])).toEqual([
    [1, 1],
    [2, 5],
    [3, 1],
  ])
  for (const [n, life] of Object.values(lives).entries()) {
    const end = Date.parse(invitations[n]?.expires_at ?? '') - life * hours
    expect(end).toBeGreaterThanOrEqual(before - 1)
    expect(end).toBeLessThanOrEqual(Date.now())
  }
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

test('invite list shows the uses and ends of invitations, and no codes; of several either all are revoked, or none', async () => {
  using library = await createCliLibrary()
  const { run } = library
  expect((await run('invite list')).out).toBe('id  uses left  made  ends\n')
  const code = (await run('invite --uses 3')).out.trim()
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`
  const { out } = await run('invite list')
  expect(out).toMatch(new RegExp(`^id +uses left +made +ends\\n1 +3 +${time} +${time}\\n$`))
  const json = (await run('invite list --json')).out
  expect(Object.keys(JSON.parse(json)[0]).sort()).toEqual(['created_at', 'expires_at', 'id', 'uses'])
  expect(json).not.toContain(code)
  await run('invite')
  expect(await run('invite revoke 1 9')).toEqual(failure('Invitation 9 was not found.'))
  expect(await listInvitations(library)).toHaveLength(2)
  expect((await run('invite revoke 1 2 1')).out).toBe('Revoked 2 invitations.\n')
  expect(await listInvitations(library)).toEqual([])
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
    ['--expires 7', 2, '90d'],
    ['everybody', 2, 'everybody'],
    ['--uses 2 list', 2, '"invite list" has no --uses: it is for a new invitation. Leave it out.'],
    ['--expires 7d revoke 1', 2, '"invite revoke" has no --expires'],
    ['revoke', 2, 'ids'],
    ['revoke 1 x', 2, 'invite list'],
    ['--database missing.db', 1, 'no library'],
  ] as const)
    expectFailure(await library.run(`invite ${words}`), exit, hint)
  expect(await listInvitations(library)).toEqual([])
})
