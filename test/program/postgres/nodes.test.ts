// Servers and commands on one database.
import { expect } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveBinary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { admin, adminVariables, logInAsAdmin } from '../../support/cliFolder.ts'
import { runCommand } from '../../support/commandRun.ts'
import { emptyFolder } from '../../support/folder.ts'
import { startPostgres } from '../../support/postgres.ts'
import { postgresTest } from '../../support/programs.ts'
import { createTestDatabase } from '../../support/testDatabase.ts'

postgresTest('two servers that start with one empty database make one admin and seed once', async () => {
  using folder = emptyFolder()
  await using database = await createTestDatabase()
  const options = { cwd: folder.path, env: { DATABASE_URL: database.url, ...adminVariables } }
  const started = await Promise.all([1, 2].map(() => serveBinary(['--sample'], options)))
  await using _ = {
    [Symbol.asyncDispose]: async () => {
      for (const server of started) await server[Symbol.asyncDispose]()
    },
  }
  const run = async (...args: string[]) => JSON.parse((await runCommand(args, options)).out)
  const audit: { action: string }[] = await run('audit', '--json')
  expect(audit.map(({ action }) => action).sort()).toEqual(['create', 'seed'])
  expect(await run('user', 'list', '--json')).toMatchObject([{ email: admin.email, role: { name: 'admin' } }])

  const stopped = await Promise.all(started.map((server) => server.stop()))
  const outputs = stopped.map(({ code, out }) => [
    code,
    out.includes('The library has records already, so the sample catalogue was ignored.'),
  ])
  expect(outputs.sort()).toEqual([
    [0, false],
    [0, true],
  ])
  expect(stopped.filter(({ out }) => out.includes('Made the admin that ADMIN_EMAIL names.'))).toHaveLength(1)
  expect(stopped.filter(({ out }) => out.includes('(new)'))).toHaveLength(1)
})

postgresTest('the metrics of a server have its name, and nothing of a disk', async () => {
  using folder = emptyFolder()
  await using database = await createTestDatabase()
  const env = { DATABASE_URL: database.url, NODE_NAME: 'node "a"' }
  await using server = await serveBinary(['--metrics-port', '0'], { cwd: folder.path, env })
  const [, address = ''] = /Metrics at (\S+)/.exec(server.output) ?? []
  const text = await (await fetch(address)).text()
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(samples.filter((line) => !line.includes('node="node \\"a\\""'))).toEqual([])
  expect(samples.some((line) => line.startsWith('music_library_ready{') && line.endsWith(' 1'))).toBe(true)
  expect(text).not.toMatch(/music_library_(disk|database|last_backup)/)
})

postgresTest(
  'the console of a library on PostgreSQL has its address, an export and a check, and no password anywhere',
  async () => {
    using folder = emptyFolder()
    await using postgres = await startPostgres()
    const database = await postgres.createDatabase()
    const password = 'open sesame'
    await postgres.query(`CREATE ROLE ada LOGIN PASSWORD '${password}'`)
    await postgres.query(`ALTER DATABASE "${database}" OWNER TO ada`)
    // The first line that fits decides.
    await postgres.query(
      `COPY (SELECT 'host all ada all scram-sha-256' UNION ALL SELECT 'host all all all trust') TO '${postgres.folder}/data/pg_hba.conf'`,
    )
    await postgres.query('SELECT pg_reload_conf()')
    const secretFile = join(folder.path, 'password')
    writeFileSync(secretFile, `${password}\n`, { mode: 0o600 })
    const address = `postgres://127.0.0.1:${postgres.port}/${database}`
    const DATABASE_URL = address.replace('//', '//ada@')
    const env = { DATABASE_URL, PGPASSWORD_FILE: secretFile, ...adminVariables }
    await using server = await serveBinary(['--sample', '--log-level', 'debug'], { cwd: folder.path, env })
    expect(server.output).toContain(`Library: ${address} (new): `)
    const { get, post } = await logInAsAdmin(server)
    const health = await get('/../console/api/health')
    expect([health.body.library, health.body.disk]).toEqual([
      { engine: 'postgres', file: address, bytes: null, wal_bytes: null, schema_version: expect.any(Number) },
      null,
    ])
    expect((await get('/../console/api/backups')).body).toMatchObject({ engine: 'postgres', folder: null, backups: [] })
    expect(await post('/../console/api/backups')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The library is on PostgreSQL.') },
    })
    const exported = get('/../console/api/export')
    const checked = post('/../console/api/health/checks')
    const isDone = Promise.all([exported, checked])
    let isRunning = true
    isDone.finally(() => {
      isRunning = false
    })
    // The children of the server connect with the password, too.
    const commandLines = new Set<string>()
    while (isRunning) {
      for (const line of childCommandLines(server.pid)) commandLines.add(line)
      await Bun.sleep(1)
    }
    expect((await exported).body.tracks).toHaveLength(229)
    expect((await checked).body).toMatchObject({ ok: true })
    expect([...commandLines].filter((line) => line.includes('doctor'))).not.toEqual([])
    for (const line of commandLines) expect(line).not.toMatch(/sesame|postgres:/)
    const { out } = await server.stop()
    expect(out).not.toContain('sesame')
  },
)

/** The command lines of the children of a process. */
const childCommandLines = (pid: number) => {
  const path = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split(' ')
    .flatMap((child) => {
      try {
        return child === '' ? [] : [readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' ')]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}

postgresTest('a server whose database goes away says why at /readyz, and goes on when it is back', async () => {
  using folder = emptyFolder()
  await using postgres = await startPostgres()
  const env = { DATABASE_URL: postgres.url(await postgres.createDatabase()), ...adminVariables }
  await using server = await serveBinary([], { cwd: folder.path, env })
  const { get } = await logInAsAdmin(server)
  const readiness = async () => {
    const response = await fetch(`${server.url}/../readyz`)
    return { status: response.status, body: (await response.json()) as { status: string; message?: string } }
  }
  expect(await readiness()).toEqual({ status: 200, body: { status: 'ready' } })
  await postgres.stop('fast')
  const { status, body } = await readiness()
  expect([status, body.message]).toEqual([
    503,
    expect.stringMatching(
      /^The database cannot be used at the moment\. (Nothing answers|The server is starting or stopping)/,
    ),
  ])
  const refused = await get('/labels')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  await postgres.start()
  const deadline = Date.now() + maxMs(10_000)
  while ((await readiness()).status !== 200 && Date.now() < deadline) await Bun.sleep(20)
  expect((await get('/labels')).status).toBe(200)
})
