import { expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createLabel } from '../../src/catalogue/label/store.ts'
import { openLibrary } from '../../src/library/open.ts'
import { startServer } from '../../src/server.ts'
import { binary, runBinary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }
const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }

test('a library is backed up while it is served, and restored after it was lost', async () => {
  using folder = emptyFolder()
  const run = (...args: string[]) => runBinary(args, { cwd: folder.path })
  const path = join(folder.path, 'data/music-library.db')
  {
    await using server = await serveBinary(['--sample'], { cwd: folder.path, env: admin })
    const backup = await run('backup', 'mine.db')
    expect(backup.out).toMatch(
      /^mine\.db: 19 labels, .* 229 tracks, .*1 user, 0 likes; \d+ bytes, SHA-256 [0-9a-f]{64}\n$/,
    )
    expect((await run('backup')).out).toContain(join(folder.path, 'data/backups/music-library.db.20'))
    expect(await run('restore', 'mine.db')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is served already'),
    })
    expect((await run('serve', '--port', '0')).err).toContain('is served already')
    expect((await run('doctor')).code).toBe(0)
    const adminClient = client(server.url, (await client(server.url).post('/login', login)).body.token)
    await adminClient.send('DELETE', '/labels/1')
    await server.stop()
  }
  renameSync(path, join(folder.path, 'lost.db'))
  for (const args of [
    ['serve', '--port', '0'],
    ['seed', '--sample'],
    ['user', 'add', 'a@b.co'],
  ]) {
    const result = await runBinary(args, { cwd: folder.path, stdin: 'a long secret' })
    expect([result.code, result.err]).toEqual([1, expect.stringContaining('restore BACKUP')])
  }
  expect((await run('restore', 'mine.db')).out).toBe(`Restored ${path} from mine.db: 229 tracks, 1 user.\n`)
  await using server = await serveBinary([], { cwd: folder.path })
  expect((await client(server.url).post('/login', login)).status).toBe(200)
  expect(server.output).toContain('19 labels')
})

test('a backup is not written to the name of a file of a library: the next program that opens the library would delete it', async () => {
  using folder = emptyFolder()
  const run = (...args: string[]) => runBinary(args, { cwd: folder.path })
  for (const name of ['lib.db', 'other.db']) await run('seed', '--sample', '--database', name)
  for (const name of ['lib.db', 'other.db']) {
    for (const suffix of ['-wal', '-shm', '-journal', '.lock']) {
      expect(await run('backup', '--database', 'lib.db', '--yes', name + suffix)).toEqual({
        code: 1,
        out: '',
        err: `music-library: ${name}${suffix} belongs to the library ${join(folder.path, name)}, and was not replaced. Name another file.\n`,
      })
    }
  }
  expect(readdirSync(folder.path).sort()).toEqual(['lib.db', 'lib.db.lock', 'other.db', 'other.db.lock'])
})

test('restore keeps the library that it replaces', async () => {
  using folder = emptyFolder()
  const run = (...args: string[]) => runBinary(args, { cwd: folder.path })
  await run('seed', '--sample', '--new')
  await run('backup', 'mine.db')
  await run('seed', '-', '--prune', '--prune-at-most', '100%', '--yes')
  const { out } = await run('restore', 'mine.db')
  const kept = /kept as (\S+)/.exec(out)?.[1] ?? ''
  expect(existsSync(kept)).toBe(true)
  expect((await run('restore', kept)).code).toBe(0)
})

test('restore says that tokens can be used again, and --end-sessions revokes them', async () => {
  using folder = emptyFolder()
  const run = (...args: string[]) => runBinary(args, { cwd: folder.path })
  let token = ''
  {
    await using server = await serveBinary([], { cwd: folder.path, env: admin })
    token = (await client(server.url).post('/login', login)).body.token
    await run('backup', 'mine.db')
    expect((await client(server.url, token).post('/logout')).status).toBe(200)
    await server.stop()
  }
  const statusAfter = async (...args: string[]) => {
    const { out } = await run('restore', 'mine.db', ...args)
    await using server = await serveBinary([], { cwd: folder.path })
    const { status } = await client(server.url, token).get('/me')
    await server.stop()
    return [status, out.trim().split('\n').at(-1)]
  }
  expect(await statusAfter()).toEqual([
    200,
    '1 token of the backup can be used again, also if revoked since. To revoke all, restore with --end-sessions.',
  ])
  expect(await statusAfter('--end-sessions')).toEqual([401, 'Revoked 1 token: everybody has to log in again.'])
})

test('serve backs up at an interval, and keeps only the configured number of backups', async () => {
  using folder = emptyFolder()
  mkdirSync(join(folder.path, 'copies'))
  const env = { ...admin, BACKUP_EVERY: '1s', BACKUP_KEEP: '1', BACKUP_DIR: 'copies' }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await server.waitForOutput('Backed up to copies/')
  await server.stop()
  const [backup, ...others] = readdirSync(join(folder.path, 'copies'))
  expect(others).toEqual([])
  expect((await runBinary(['restore', `copies/${backup}`], { cwd: folder.path })).code).toBe(0)
})

test('a failed backup is logged as an error, and the server keeps running', async () => {
  using folder = emptyFolder()
  writeFileSync(join(folder.path, 'copies'), 'a file where a folder should be')
  const env = { ...admin, BACKUP_EVERY: '1s', BACKUP_DIR: 'copies' }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await server.waitForOutput('ERROR The backup failed.')
  expect((await client(server.url).post('/login', login)).status).toBe(200)
})

test('a backup whose process does not start is logged, the next one is tried, and its process gets no secret', async () => {
  using folder = emptyFolder()
  const program = join(folder.path, 'music-library')
  copyFileSync(await binary(), program)
  await using server = await serveBinary([], { cwd: folder.path, program, env: { ...admin, BACKUP_EVERY: '1s' } })
  await server.waitForOutput('Backed up to')
  rmSync(program)
  await server.waitForOutput('ERROR The backup failed. ENOENT')
  await server.waitForOutput('ERROR Backups are overdue: one is due every 1 second')
  const script = '#!/bin/sh\nenv > environment.part; mv environment.part environment; echo tried again >&2; exit 1\n'
  writeFileSync(program, script, { mode: 0o755 })
  await server.waitForOutput('ERROR The backup failed. tried again')
  const environment = readFileSync(join(folder.path, 'environment'), 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('ADMIN_PASSWORD')
  expect((await client(server.url).post('/login', login)).status).toBe(200)
  expect((await fetch(server.url.replace('/api', '/readyz'))).status).toBe(200)
})

test('a folder for backups that can not be read is logged, and the server keeps running', async () => {
  using folder = emptyFolder()
  symlinkSync('loop', join(folder.path, 'loop'))
  const env = { ...admin, BACKUP_EVERY: '1s', BACKUP_DIR: 'loop' }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await server.waitForOutput('ERROR The backup failed.')
  await server.waitForOutput("ERROR The folder for backups can't be read.")
  expect((await client(server.url).post('/login', login)).status).toBe(200)
  expect((await server.stop()).code).toBe(0)
  const doctor = await runBinary(['doctor', '--backup-dir', 'loop'], { cwd: folder.path })
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringMatching(/^WRONG {2}backup .+loop can't be read/m)])
})

test('a scheduled backup with a time in the future does not delay the next one', async () => {
  using folder = emptyFolder()
  const copies = join(folder.path, 'data/backups')
  expect((await runBinary(['seed', '--sample', '--new'], { cwd: folder.path })).code).toBe(0)
  expect((await runBinary(['backup', '--keep', '2'], { cwd: folder.path })).code).toBe(0)
  const [name = ''] = readdirSync(copies)
  const nextWeek = new Date(Date.now() + 7 * 86_400_000)
  const ahead = join(copies, name.replace(/\d{4}-.*Z/, nextWeek.toISOString().replaceAll(/[:.]/g, '-')))
  renameSync(join(copies, name), ahead)
  utimesSync(ahead, nextWeek, nextWeek)
  const note = await runBinary(['doctor'], { cwd: folder.path })
  expect([note.code, note.out]).toEqual([0, expect.stringMatching(/^note .+ backup .+a time in the future$/m)])
  const env = { BACKUP_EVERY: '24h', BACKUP_KEEP: '1' }
  await using server = await serveBinary([], { cwd: folder.path, env })
  await server.waitForOutput('Backed up to')
  await server.stop()
  // The backup that was made just now stays.
  expect(readdirSync(copies)).toHaveLength(1)
  expect(existsSync(ahead)).toBe(false)
})

test('doctor reports scheduled backups that are overdue', async () => {
  using folder = emptyFolder()
  const doctor = (every: string) => runBinary(['doctor', '--backup-every', every], { cwd: folder.path })
  expect((await runBinary(['seed', '--sample', '--new'], { cwd: folder.path })).code).toBe(0)
  const lockFile = join(folder.path, 'data/music-library.db.lock')
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000)
  expect((await doctor('24h')).code).toBe(0)
  utimesSync(lockFile, threeDaysAgo, threeDaysAgo)
  expect(await doctor('24h')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^WRONG {2}backup .+ overdue: one is due every 24 hours, and there is none\./m),
  })
  expect((await runBinary(['backup', '--keep', '2'], { cwd: folder.path })).code).toBe(0)
  expect(await doctor('24h')).toMatchObject({ code: 0, out: expect.stringMatching(/^ok .+ backup .+less than a day/m) })
  const copies = join(folder.path, 'data/backups')
  const [name = ''] = readdirSync(copies)
  const old = name.replace(/\d{4}-.*Z/, threeDaysAgo.toISOString().replaceAll(/[:.]/g, '-'))
  renameSync(join(copies, name), join(copies, old))
  expect((await doctor('24h')).out).toMatch(/^WRONG {2}backup .+and the newest is 3 days old\./m)
  expect((await doctor('7d')).code).toBe(0)
})

test('the log of an upgrade names the snapshot', async () => {
  using folder = emptyFolder()
  createOldLibrary(1, join(folder.path, 'old.db'))
  await using server = await serveBinary(['--database', 'old.db'], { cwd: folder.path, env: admin })
  await server.waitForOutput('How it was before is at ')
  const snapshot = /before is at (\S+)/.exec(server.output)?.[1] ?? ''
  expect(existsSync(snapshot)).toBe(true)
  expect(server.output).toContain('1 track,')
})

test('doctor reports problems as text and as JSON, and exits with 1 if there are any', async () => {
  using folder = emptyFolder()
  const run = (...args: string[]) => runBinary(args, { cwd: folder.path })
  expect((await run('doctor')).code).toBe(1)
  await run('seed', '--sample', '--new')
  const good = await run('doctor')
  expect(good.code).toBe(0)
  for (const name of ['health', 'schema', 'disk', 'file system', 'journal', 'rights', 'admins', 'backup']) {
    expect(good.out).toMatch(new RegExp(`^(ok|note) +${name} `, 'm'))
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
])('%p exits with %d and prints one line', async (args, exit, hint) => {
  using folder = emptyFolder()
  const { code, err } = await runBinary(args, { cwd: folder.path })
  expect([code, err]).toEqual([exit, expect.stringContaining(hint)])
  expect(err).toMatch(/^music-library: .+\n$/)
})

test('on a full disk writes get 507 and reads succeed, and writes succeed again when there is space', async () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  await runBinary(['user', 'add', login.email, '--admin', '--database', path], {
    cwd: folder.path,
    stdin: login.password,
  })
  const database = await openLibrary(path, { maxPages: 64 })
  const server = await startServer({ library: database, host: '127.0.0.1', port: 0 })
  const url = `${server.origin}/api`
  const adminClient = client(url, (await client(url).post('/login', login)).body.token)
  let last = await adminClient.post('/labels', { name: 'x' })
  for (let n = 0; n < 5_000 && last.status === 201; n++)
    last = await adminClient.post('/labels', { name: `${n}`.padEnd(100, 'x') })
  expect(last).toMatchObject({ status: 507, body: { message: expect.stringContaining('no room') } })
  const { body: labels } = await adminClient.get('/labels')
  expect(labels.length).toBeGreaterThan(10)
  for (const { id } of labels) expect((await adminClient.delete(`/labels/${id}`)).status).toBe(204)
  expect((await adminClient.post('/labels', { name: 'fits again' })).status).toBe(201)
  await server.stop()
  await database.write((tx, now) => createLabel(tx, now, 'and goes on'))
  await database.close()
})

test('an error of the disk is a 503 that does not speak of a full disk, and the log has its cause', async () => {
  using folder = emptyFolder()
  const program = join(folder.path, 'music-library')
  // Past this size of the file, in units of at least 512 bytes, the system refuses writes with EFBIG.
  const script = `#!/bin/sh\ntrap '' XFSZ\nulimit -f 500\nexec ${await binary()} "$@"\n`
  writeFileSync(program, script, { mode: 0o755 })
  await using server = await serveBinary([], { cwd: folder.path, program, env: admin })
  const adminClient = client(server.url, (await client(server.url).post('/login', login)).body.token)
  let last = await adminClient.post('/labels', { name: 'x' })
  for (let n = 0; n < 5_000 && last.status === 201; n++) last = await adminClient.post('/labels', { name: `${n}` })
  const message = 'The library can not be written: its disk reports an error. Try again later.'
  expect([last.status, last.body]).toEqual([503, { message }])
  expect((await adminClient.get('/labels')).status).toBe(200)
  await server.waitForOutput('SQLITE_IOERR_WRITE')
})
