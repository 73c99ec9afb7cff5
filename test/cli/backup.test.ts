import { expect, test } from 'bun:test'
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLabel } from '../../src/catalogue/label/store.ts'
import { openLibrary } from '../../src/library/open.ts'
import { startServer } from '../../src/server.ts'
import { runBinary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }
const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }

test('a library is backed up while it is served, lost, and restored', async () => {
  using folder = emptyFolder()
  const run = (...words: string[]) => runBinary(words, { cwd: folder.path })
  const path = join(folder.path, 'data/music-library.db')
  {
    await using server = await serveBinary(['--sample'], { cwd: folder.path, env: admin })
    const backup = await run('backup', 'mine.db')
    expect(backup.out).toMatch(
      /^mine\.db: 19 labels, .* 229 tracks, 1 user, 0 likes; \d+ bytes, SHA-256 [0-9a-f]{64}\n$/,
    )
    expect((await run('backup')).out).toContain(join(folder.path, 'data/backups/music-library.db.20'))
    expect(await run('restore', 'mine.db')).toMatchObject({
      code: 1,
      err: expect.stringContaining('served by another process'),
    })
    expect((await run('serve', '--port', '0')).err).toContain('served by another process')
    expect((await run('doctor')).code).toBe(0)
    const boss = client(server.url, (await client(server.url).post('/login', login)).body.token)
    await boss.send('DELETE', '/labels/1')
    await server.stop()
  }
  renameSync(path, join(folder.path, 'lost.db'))
  for (const words of [
    ['serve', '--port', '0'],
    ['seed', '--sample'],
    ['user', 'add', 'a@b.co'],
  ]) {
    const refused = await runBinary(words, { cwd: folder.path, stdin: 'a long secret' })
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('restore BACKUP')])
  }
  expect((await run('restore', 'mine.db')).out).toBe(`Restored ${path} from mine.db: 229 tracks, 1 user.\n`)
  await using server = await serveBinary([], { cwd: folder.path })
  expect((await client(server.url).post('/login', login)).status).toBe(200)
  expect(server.greeting).toContain('19 labels')
})

test('restoring keeps what was there', async () => {
  using folder = emptyFolder()
  const run = (...words: string[]) => runBinary(words, { cwd: folder.path })
  await run('seed', '--sample')
  await run('backup', 'mine.db')
  await run('seed', '-', '--prune', '--yes')
  const { out } = await run('restore', 'mine.db')
  const kept = /kept as (\S+)/.exec(out)?.[1] ?? ''
  expect(existsSync(kept)).toBe(true)
  expect((await run('restore', kept)).code).toBe(0)
})

test('serve backs up again and again, and keeps so many', async () => {
  using folder = emptyFolder()
  const env = { ...admin, BACKUP_EVERY: '1s', BACKUP_KEEP: '1', BACKUP_DIR: 'copies' }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await server.saw('Backed up to copies/')
  await server.stop()
  const [copy, ...others] = readdirSync(join(folder.path, 'copies'))
  expect(others).toEqual([])
  expect((await runBinary(['restore', `copies/${copy}`], { cwd: folder.path })).code).toBe(0)
})

test('a backup that fails says so, and the server goes on', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'copies'), 'a file where a folder should be')
  const env = { ...admin, BACKUP_EVERY: '1s', BACKUP_DIR: 'copies' }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await server.saw('ERROR The backup failed.')
  expect((await client(server.url).post('/login', login)).status).toBe(200)
})

test('an upgrade says where the snapshot is', async () => {
  using folder = emptyFolder()
  createOldLibrary(1, join(folder.path, 'old.db'))
  await using server = await serveBinary(['--database', 'old.db'], { cwd: folder.path, env: admin })
  await server.saw('How it was before is at ')
  const snapshot = /before is at (\S+)/.exec(server.greeting)?.[1] ?? ''
  expect(existsSync(snapshot)).toBe(true)
  expect(server.greeting).toContain('1 track,')
})

test('doctor tells people and scripts what is wrong, and fails then', async () => {
  using folder = emptyFolder()
  const run = (...words: string[]) => runBinary(words, { cwd: folder.path })
  expect((await run('doctor')).code).toBe(1)
  await run('seed', '--sample')
  const good = await run('doctor')
  expect(good.code).toBe(0)
  for (const what of ['health', 'schema', 'disk', 'file system', 'journal', 'rights', 'admins', 'backup']) {
    expect(good.out).toMatch(new RegExp(`^(ok|note) +${what} `, 'm'))
  }
  expect(JSON.parse((await run('doctor', '--json')).out)).toMatchObject({ ok: true })
  const path = join(folder.path, 'data/music-library.db')
  const bytes = Buffer.from(await Bun.file(path).bytes())
  writeFileSync(path, bytes.fill(0xaa, 40_960, 49_152))
  const bad = await run('doctor', '--json')
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.out).findings).toContainEqual(expect.objectContaining({ what: 'health', state: 'wrong' }))
  expect((await run('serve', '--port', '0')).err).toContain('is damaged. Restore it from a backup.')
})

test.each([
  [['backup', '--database', 'missing.db'], 1, 'There is no library'],
  [['backup', 'x.db', '--keep', '3'], 2, '--keep'],
  [['backup', '--keep', '0'], 2, '--keep'],
  [['backup', '--database', ':memory:'], 2, 'in memory'],
  [['restore', 'missing.db'], 1, 'no file missing.db'],
  [['restore'], 2, 'file'],
  [['serve', '--backup-every', 'daily'], 2, '24h'],
  [['serve', '--keep-snapshots', '0'], 2, '1000'],
])('%p ends with %d and one line', async (words, exit, hint) => {
  using folder = emptyFolder()
  const { code, err } = await runBinary(words, { cwd: folder.path })
  expect([code, err]).toEqual([exit, expect.stringContaining(hint)])
  expect(err).toMatch(/^music-library: .+\n$/)
})

test('with the disk full a write answers 507, reads go on, and it recovers', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await runBinary(['user', 'add', login.email, '--admin', '--database', path], {
    cwd: folder.path,
    stdin: login.password,
  })
  const database = await openLibrary(path, { maxPages: 64 })
  const server = await startServer({ library: database, host: '127.0.0.1', port: 0 })
  const url = `${server.origin}/api`
  const boss = client(url, (await client(url).post('/login', login)).body.token)
  let last = await boss.post('/labels', { name: 'x' })
  for (let n = 0; n < 5_000 && last.status === 201; n++)
    last = await boss.post('/labels', { name: `${n}`.padEnd(100, 'x') })
  expect(last).toMatchObject({ status: 507, body: { message: expect.stringContaining('no room') } })
  const { body: labels } = await boss.get('/labels')
  expect(labels.length).toBeGreaterThan(10)
  for (const { id } of labels) expect((await boss.delete(`/labels/${id}`)).status).toBe(204)
  expect((await boss.post('/labels', { name: 'fits again' })).status).toBe(201)
  await server.stop()
  await database.write((tx, now) => createLabel(tx, now, 'and goes on'))
  await database.close()
})
