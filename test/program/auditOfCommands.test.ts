import { expect, test } from 'bun:test'
import { createCliLibrary, secret } from '../support/cliLibrary.ts'

const role = (from: string, to: string) => ({ role: { from, to } })

test('commands add entries to the audit trail that have no password, token or code', async () => {
  using library = await createCliLibrary()
  const { run, file } = library
  const outputs: string[] = []
  for (const [command, stdin] of [
    ['user role ada@example.com admin'],
    ['user password ada@example.com', 'another secret'],
    ['token add ada@example.com --name player --read-only'],
    ['token add ada@example.com --name second'],
    ['token add ada@example.com --name third'],
    ['token revoke 1'],
    ['token revoke --user ada@example.com'],
    ['invite --uses 2'],
    ['invite revoke 1'],
    ['user remove ada@example.com'],
    // These change nothing.
    ['token prune --unused-for 1h'],
    ['seed --sample --dry-run'],
    ['token list'],
    ['audit'],
  ] as [string, string?][]) {
    const { code, out } = await run(command, stdin)
    expect([command, code]).toEqual([command, 0])
    outputs.push(out.trim())
  }
  const entries = JSON.parse((await run('audit --json')).out)
  type Listed = { source: string; action: string; record: string; changes: object; counts: object }
  expect(new Set(entries.map(({ source }: Listed) => source))).toEqual(new Set(['cli']))
  const user_id = { from: null, to: 2 }
  expect(entries.map(({ action, record, changes, counts }: Listed) => [action, record, changes ?? counts])).toEqual([
    ['create', 'users/1', expect.any(Object)],
    ['create', 'users/2', expect.any(Object)],
    ['role', 'users/2', role('user', 'admin')],
    ['password', 'users/2', null],
    ['create', 'tokens/1', { user_id, name: { from: null, to: 'player' }, read_only: { from: null, to: true } }],
    ['create', 'tokens/2', expect.objectContaining({ user_id })],
    ['create', 'tokens/3', expect.objectContaining({ user_id })],
    ['revoke', 'tokens/1', null],
    ['revoke', 'users/2', { tokens: 2 }],
    ['create', 'invitations/1', { uses: { from: null, to: 2 }, expires_at: { from: null, to: expect.any(String) } }],
    ['delete', 'invitations/1', null],
    ['delete', 'users/2', expect.objectContaining(role('admin', null as never))],
  ])
  const text = JSON.stringify(file.query('SELECT * FROM audit').values())
  const secrets = outputs.filter((output) => /^(mlib|minv)_/.test(output))
  expect(secrets).toHaveLength(4)
  for (const value of [...secrets, secret, 'another secret']) expect(text).not.toContain(value)
  expect(text).not.toMatch(/argon|[\da-f]{64}/)
})
