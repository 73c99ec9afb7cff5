import { expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { binary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { admin, adminVariables, createCliFolder, expectFailure, logInAsAdmin } from '../support/cliFolder.ts'
import { createCliLibrary } from '../support/cliLibrary.ts'

test('a library is backed up while it is served, and restored after it was lost', async () => {
  using folder = createCliFolder()
  const { run } = folder
  const path = folder.pathOf('data/music-library.db')
  {
    await using server = await folder.serve('--sample', adminVariables)
    const backup = await run('backup mine.db')
    expect(backup.out).toMatch(
      /^mine\.db: 19 labels, .* 229 tracks, .*1 user, 0 likes; \d+ bytes, SHA-256 [0-9a-f]{64}\n$/,
    )
    expect((await run('backup')).out).toContain(folder.pathOf('data/backups/music-library.db.20'))
    expect(await run('restore mine.db')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is served already'),
    })
    expect((await run('serve --port 0')).err).toContain('is served already')
    expect((await run('doctor')).code).toBe(0)
    const adminClient = await logInAsAdmin(server)
    await adminClient.send('DELETE', '/labels/1')
    await server.stop()
  }
  renameSync(path, folder.pathOf('lost.db'))
  for (const command of ['serve --port 0', 'seed --sample', 'user add a@b.co']) {
    const { code, err } = await run(command, { stdin: 'a long secret' })
    expect([command, code, err]).toEqual([command, 1, expect.stringContaining('restore BACKUP')])
  }
  expect((await run('restore mine.db')).out).toBe(`Restored ${path} from mine.db: 229 tracks, 1 user.\n`)
  await using server = await folder.serve()
  expect((await client(server.url).post('/login', admin)).status).toBe(200)
  expect(server.output).toContain('19 labels')
})

test('restore keeps the library that it replaces; tokens can be used again, unless --end-sessions revokes them', async () => {
  using library = await createCliLibrary()
  const { run } = library
  library.file.close()
  await run('token add ada@example.com --name player')
  await run('backup mine.db')
  await run('token revoke 1')
  const restore = async (command: string) => {
    const { out } = await run(command)
    const tokens = JSON.parse((await run('token list --json')).out)
    return { kept: /kept as (\S+)/.exec(out)?.[1] ?? '', tokens: tokens.length, says: out.trim().split('\n').at(-1) }
  }
  const { kept, ...first } = await restore('restore mine.db')
  expect(first).toEqual({
    tokens: 1,
    says: '1 token of the backup are valid again, even if they were revoked since. To revoke all, restore with --end-sessions.',
  })
  expect(await restore('restore mine.db --end-sessions')).toMatchObject({
    tokens: 0,
    says: 'Revoked 1 token: everybody has to log in again.',
  })
  await run('restore mine.db')
  expect((await restore(`restore ${kept}`)).tokens).toBe(0)
})

test('a backup whose process does not start is logged, the next one is tried, and its process gets no secret', async () => {
  using folder = createCliFolder()
  const program = folder.pathOf('music-library')
  copyFileSync(await binary(), program)
  await using server = await serveBinary([], {
    cwd: folder.path,
    program,
    env: { ...adminVariables, BACKUP_EVERY: '1s' },
  })
  await server.waitForOutput('Backed up to')
  rmSync(program)
  await server.waitForOutput('ERROR The backup failed. ENOENT')
  await server.waitForOutput('ERROR Backups are overdue: one is due every 1 second')
  const script = '#!/bin/sh\nenv > environment.part; mv environment.part environment; echo tried again >&2; exit 1\n'
  writeFileSync(program, script, { mode: 0o755 })
  await server.waitForOutput('ERROR The backup failed. tried again')
  const environment = readFileSync(folder.pathOf('environment'), 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('ADMIN_PASSWORD')
  expect((await client(server.url).post('/login', admin)).status).toBe(200)
  expect((await fetch(server.url.replace('/api', '/readyz'))).status).toBe(200)
})

test('a scheduled backup with a time in the future does not delay the next one', async () => {
  using folder = createCliFolder()
  const copies = folder.pathOf('data/backups')
  expect((await folder.run('seed --sample --new')).code).toBe(0)
  expect((await folder.run('backup --keep 2')).code).toBe(0)
  const [name = ''] = readdirSync(copies)
  const nextWeek = new Date(Date.now() + 7 * 86_400_000)
  const ahead = join(copies, name.replace(/\d{4}-.*Z/, nextWeek.toISOString().replaceAll(/[:.]/g, '-')))
  renameSync(join(copies, name), ahead)
  utimesSync(ahead, nextWeek, nextWeek)
  const note = await folder.run('doctor')
  expect([note.code, note.out]).toEqual([0, expect.stringMatching(/^note .+ backup .+a time in the future$/m)])
  const env = { BACKUP_EVERY: '24h', BACKUP_KEEP: '1' }
  await using server = await folder.serve('', env)
  await server.waitForOutput('Backed up to')
  await server.stop()
  // The backup that was made just now stays.
  expect(readdirSync(copies)).toHaveLength(1)
  expect(existsSync(ahead)).toBe(false)
})

test('doctor takes the schedule from the configuration file, and reports backups that are overdue', async () => {
  using folder = createCliFolder()
  const doctor = (every: string) => {
    folder.write('all.toml', `backup-every = "${every}"\ndatabase = "data/music-library.db"\n`)
    return folder.run('doctor --config all.toml')
  }
  expect((await folder.run('seed --sample --new')).code).toBe(0)
  const lockFile = folder.pathOf('data/music-library.db.lock')
  const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000)
  expect((await doctor('24h')).code).toBe(0)
  utimesSync(lockFile, elevenMinutesAgo, elevenMinutesAgo)
  expect(await doctor('24h')).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^WRONG {2}backup .+ overdue: one is due every 24 hours, and there is none\. A server makes them .+ none runs now\.$/m,
    ),
  })
  expect((await folder.run('backup --keep 2')).code).toBe(0)
  expect(await doctor('24h')).toMatchObject({ code: 0, out: expect.stringMatching(/^ok .+ backup .+less than a day/m) })
  const copies = folder.pathOf('data/backups')
  const [name = ''] = readdirSync(copies)
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000)
  const old = name.replace(/\d{4}-.*Z/, threeDaysAgo.toISOString().replaceAll(/[:.]/g, '-'))
  renameSync(join(copies, name), join(copies, old))
  expect((await doctor('24h')).out).toMatch(/^WRONG {2}backup .+and the newest is 3 days old\./m)
  expect((await doctor('7d')).code).toBe(0)
})

test('doctor reports problems as text and as JSON, and exits with 1 if there are any', async () => {
  using folder = createCliFolder()
  const { run } = folder
  expect((await run('doctor')).code).toBe(1)
  await run('seed --sample --new')
  const good = await run('doctor')
  expect(good.code).toBe(0)
  for (const name of ['health', 'schema', 'disk', 'file system', 'journal', 'rights', 'admins', 'audit', 'backup']) {
    expect(good.out).toMatch(new RegExp(`^(ok|note) +${name} `, 'm'))
  }
  expect(JSON.parse((await run('doctor --json')).out)).toMatchObject({ ok: true })
  const path = folder.pathOf('data/music-library.db')
  writeFileSync(path, readFileSync(path).fill(0xaa, 40_960, 49_152))
  const bad = await run('doctor --json')
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.out).findings).toContainEqual(expect.objectContaining({ what: 'health', state: 'wrong' }))
})

test('wrong usage of backups is an error of one line', async () => {
  using folder = createCliFolder()
  for (const [command, exit, hint] of [
    ['backup --database missing.db', 1, 'There is no library'],
    ['backup x.db --keep 3', 2, '--keep'],
    ['backup --keep 0', 2, '--keep'],
    ['backup --database :memory:', 2, 'in memory'],
    ['restore missing.db', 1, 'no file missing.db'],
    ['restore', 2, 'file'],
    ['serve --keep-snapshots 0', 2, '1000'],
  ] as const)
    expectFailure(await folder.reject(command), exit, hint)
})

test('an error of the disk is a 503 that does not speak of a full disk, and the log has its cause', async () => {
  using folder = createCliFolder()
  const program = folder.pathOf('music-library')
  // Past this size of the file, in units of at least 512 bytes, the system refuses writes with EFBIG.
  const script = `#!/bin/sh\ntrap '' XFSZ\nulimit -f 2000\nexec ${await binary()} "$@"\n`
  writeFileSync(program, script, { mode: 0o755 })
  await using server = await serveBinary([], { cwd: folder.path, program, env: adminVariables })
  const adminClient = await logInAsAdmin(server)
  let last = await adminClient.post('/labels', { name: 'x' })
  for (let n = 0; n < 5_000 && last.status === 201; n++)
    last = await adminClient.post('/labels', { name: `${n}`.padEnd(100, 'x') })
  const message = 'The library cannot be written: its disk reports an error. Try again later.'
  expect([last.status, last.body]).toEqual([503, { message }])
  expect((await adminClient.get('/labels')).status).toBe(200)
  await server.waitForOutput('SQLITE_IOERR_WRITE')
})
