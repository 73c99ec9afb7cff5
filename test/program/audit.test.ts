import { expect, test } from 'bun:test'
import { type Command, createCliFolder, expectFailure, wordsOf } from '../support/cliFolder.ts'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'

const instantBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().replace('Z', '000Z')

type CliLibrary = Awaited<ReturnType<typeof createCliLibrary>>

/** Inserts entries of accounts about records. The last one is the newest. */
const insertEntries = (
  { file }: CliLibrary,
  entries: { email?: string; user_id?: number; action?: string; record?: string; days?: number; changes?: object }[],
) => {
  file.run('DELETE FROM audit')
  const insert =
    file.query(`INSERT INTO audit (created_at, source, user_id, email, token_id, address, action, record, changes)
    VALUES (?, ?, ?, ?, 7, '192.0.2.1', ?, ?, ?)`)
  for (const { email = null, user_id = null, action = 'update', record = null, days = 0, changes = {} } of entries) {
    const source = email ? 'api' : 'cli'
    insert.run(instantBefore(days), source, user_id, email, action, record, JSON.stringify(changes))
  }
}

/** The ids of the entries that `audit` lists. */
const listIds = async ({ run }: CliLibrary, flags: Command = '') => {
  const { code, out, err } = await run(['audit', '--json', ...wordsOf(flags)])
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out).map(({ id }: { id: number }) => id)
}

test('audit lists who changed what while the server runs, the newest last', async () => {
  using library = await createCliLibrary()
  await using server = await library.serve()
  const admin = await logIn(server, 'admin@example.com')
  expect((await admin.post('/labels', { name: 'Verve' })).status).toBe(201)
  expect((await admin.put('/labels/1', { name: 'Impulse' })).status).toBe(200)
  expect((await admin.delete('/labels/1')).status).toBe(204)
  const { code, out, err } = await library.run('audit --record labels/1')
  expect([code, err]).toEqual([0, ''])
  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`
  const actor = String.raw`admin@example\.com \(127\.0\.0\.1, token 1\)`
  const lines = [
    `${time}  ${actor}  create labels/1  entry \\d+`,
    '    name: nothing → "Verve"',
    `${time}  ${actor}  update labels/1  entry \\d+`,
    '    name: "Verve" → "Impulse"',
    `${time}  ${actor}  delete labels/1  entry \\d+`,
    '    name: "Impulse" → nothing',
  ]
  expect(out).toMatch(new RegExp(`^${lines.join('\\n')}\\n$`))
  const none = { code: 0, out: 'There is no such entry.\n', err: '' }
  expect(await library.run('audit --record genres')).toEqual(none)
  expect(await library.run('audit --record genres --json')).toEqual({ code: 0, out: '[]\n', err: '' })
})

test('audit --json has all members of an entry, and no others', async () => {
  using library = await createCliLibrary()
  await library.run('seed --sample')
  const entries = JSON.parse((await library.run('audit --json')).out)
  const common = {
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    ...{ source: 'cli', user_id: null, email: null, token_id: null, address: null, part_of: null },
  }
  const created = { ...common, action: 'create', changes: expect.any(Object), counts: null }
  expect(entries).toEqual([
    { ...created, id: 1, record: 'users/1' },
    { ...created, id: 2, record: 'users/2' },
    { ...common, id: 3, action: 'seed', record: null, changes: null, counts: expect.any(Object) },
  ])
  const { out } = await library.run('audit --action seed')
  expect(out).toMatch(/^[\d: UTC-]+ {2}command line {2}seed {2}entry 3\n( {4}\w+: \d+ created\n)+$/)
})

test('the filters of audit can be combined, and --limit takes the newest entries', async () => {
  using library = await createCliLibrary()
  const kinds = ['create', 'update'] as const
  insertEntries(
    library,
    Array.from({ length: 2_500 }, (_, n) => ({ action: kinds[n % 2] ?? '', record: `tracks/${n % 5}` })),
  )
  expect(await listIds(library)).toHaveLength(2_500)
  expect(await listIds(library, '--limit 1500')).toHaveLength(1_500)
  expect(await listIds(library, '--action create --record tracks/1 --since 1d --limit 1')).toEqual([2497])
  insertEntries(library, [
    { email: 'ada@example.com', user_id: 2, days: 400 },
    { email: 'Old@example.com', user_id: 2, days: 6 },
    { email: 'gone@example.com', user_id: 9 },
  ])
  expect(await listIds(library, ['--user', ' ADA@example.com '])).toEqual([1, 2])
  expect(await listIds(library, '--user Gone@example.com')).toEqual([3])
  expect(await listIds(library, '--since 7d')).toEqual([2, 3])
  expect(await listIds(library, ['--since', instantBefore(7).slice(0, 10)])).toEqual([2, 3])
})

test('control characters in names and addresses forge no line', async () => {
  using library = await createCliLibrary()
  const name = 'Verve\n2026-01-01 00:00:00 UTC  eve@example.com  delete labels/1\u202e\u009b31m'
  insertEntries(library, [
    { email: 'a@b.co\u001b[31m\nx', record: 'labels/1', changes: { name: { from: null, to: name } } },
  ])
  const { out } = await library.run('audit')
  expect(out.trimEnd().split('\n')).toHaveLength(2)
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(out).toContain(String.raw`\u202e\u009b31m`)
  expect(JSON.parse((await library.run('audit --json')).out)[0].changes.name.to).toBe(name)
})

test('wrong flags of audit are an error of one line', async () => {
  using folder = createCliFolder()
  for (const [flags, exit, hint] of [
    ['--record tracks/0', 2, 'tracks/3'],
    ['--record track/3', 2, 'invitations'],
    ['--record likes', 2, 'tracks/3'],
    ['--action rename', 2, 'new_network'],
    ['--since yesterday', 2, '2026-01-31'],
    ['--since 2026-02-31', 2, '2026-01-31'],
    ['--since 2026-01-31T12:00:00', 2, '2026-01-31'],
    ['--since 0d', 2, '90d'],
    ['--limit 0', 2, '1 to 1000000000'],
    ['tracks/3', 2, 'too many'],
    ['--database missing.db', 1, 'no library'],
  ] as const)
    expectFailure(await folder.run(`audit ${flags}`), exit, hint)
})
