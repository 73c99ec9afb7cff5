import { expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settings } from '../../src/config/settings.ts'
import { runBinary, type ServerProcess, serveBinary } from '../support/binary.ts'
import { maxMs } from '../support/bounds.ts'
import { startCaddy } from '../support/caddy.ts'
import { emptyFolder } from '../support/folder.ts'
import { amount, inLongForm } from '../support/longForm.ts'
import { postgresPrograms } from '../support/packages.ts'
import { requirePasswords, runSql } from '../support/postgres/psql.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { programTest } from '../support/programs.ts'
import { readCompose, readDeploy } from './files.ts'

const { services } = readCompose('scaling/compose.yaml')
const nodeNames = ['node-1', 'node-2', 'node-3']

const password = 'a password of the role'

/** What `compose.yaml` sets for a service, with the addresses and paths of this test. */
const environmentOf = (name: string, postgres: Postgres, passwordFile: string) => ({
  ...services[name]?.environment,
  DATABASE_URL: services[name]?.environment.DATABASE_URL?.replace('postgres:5432', `127.0.0.1:${postgres.port}`) ?? '',
  PGPASSWORD_FILE: passwordFile,
  ...(name === 'backup' ? { BACKUP_DIR: dirname(passwordFile) } : { TRUSTED_PROXIES: '127.0.0.1' }),
})

interface Deployment extends AsyncDisposable {
  nodes: ServerProcess[]
  /** The address of the API behind Caddy. */
  api: string
  /** Runs a command on the first node. */
  run(args: string[], stdin: string): ReturnType<typeof runBinary>
  /** Runs the command of the service `backup`. */
  backUp(): ReturnType<typeof runBinary>
  query: Postgres['query']
  postgres: Postgres
}

/** Starts what `compose.yaml` describes, without containers. */
const deployAll = async (): Promise<Deployment> => {
  await using stack = new AsyncDisposableStack()
  const home = stack.use(emptyFolder())
  const postgres = stack.use(await startPostgres())
  const passwordFile = join(home.path, 'library-password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  await requirePasswords(postgres, 'music_library')
  await runSql(
    postgres,
    readDeploy('scaling/create-library.sql').replace('/run/secrets/library-password', passwordFile),
  )
  const optionsOf = (name: string) => ({ cwd: home.path, env: environmentOf(name, postgres, passwordFile) })
  // All of them find an empty database.
  const nodes = await Promise.all(nodeNames.map((name) => serveBinary([], optionsOf(name))))
  for (const node of nodes) stack.use(node)
  const caddyfile = nodes.reduce(
    (text, { url }, index) => text.replace(`${nodeNames[index]}:${settings.port.default}`, new URL(url).host),
    readDeploy('scaling/Caddyfile'),
  )
  const caddy = stack.use(await startCaddy(caddyfile))
  const moved = stack.move()
  return {
    nodes,
    api: `${caddy.origin}/api`,
    run: (args, stdin) => runBinary(args, { ...optionsOf('node-1'), stdin }),
    backUp: () => runBinary(services.backup?.command ?? [], optionsOf('backup')),
    query: (statement) => postgres.query(statement, 'music_library'),
    postgres,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

const tls = { rejectUnauthorized: false }

const send = (url: string, token: string | undefined, body?: object) =>
  fetch(url, {
    tls,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(maxMs(20_000)),
  })

const logIn = async ({ api, run }: Deployment): Promise<string> => {
  const added = await run(['user', 'add', 'admin@example.com', '--admin'], 'correct horse\n')
  expect(added).toMatchObject({ code: 0 })
  const response = await send(`${api}/login`, undefined, { email: 'admin@example.com', password: 'correct horse' })
  expect(response.status).toBe(200)
  const { token } = (await response.json()) as { token: string }
  return token
}

const readers = 6
const writers = 3
const writersAtOnce = 12

/**
 * How long each client waits before its next request. On one core, which the nodes, the database, Caddy and the clients share, the health checks of
 * Caddy would time out without a pause.
 */
const pauseMs = maxMs(20)

const scalingTest = programTest(...postgresPrograms, 'psql', 'caddy')

scalingTest('three nodes behind Caddy lose only the writes that were sent to a killed node', async () => {
  await using deployment = await deployAll()
  const { api, nodes, query } = deployment
  const token = await logIn(deployment)
  // The session of one node is one of all.
  for (const { url } of nodes) expect((await send(`${url}/me`, token)).status).toBe(200)
  expect(await deployment.backUp()).toMatchObject({ code: 0, out: expect.stringContaining('1 user') })

  const reads: number[] = []
  const writes: { name: string; status: number }[] = []
  let isRunning = true
  const readOn = async () => {
    for (; isRunning; await Bun.sleep(pauseMs)) reads.push((await send(`${api}/labels`, token)).status)
  }
  const write = async (name: string) =>
    writes.push({ name, status: (await send(`${api}/labels`, token, { name })).status })
  const writeOn = async (writer: number) => {
    for (let count = 0; isRunning; count++, await Bun.sleep(pauseMs)) await write(`Label ${writer}.${count}`)
  }
  const load = Promise.all([
    ...Array.from({ length: readers }, readOn),
    ...Array.from({ length: writers }, (_, writer) => writeOn(writer)),
  ])
  const waitForMore = async () => {
    const [minReads, minWrites] = [reads.length + amount(30, 100), writes.length + amount(10, 30)]
    while (reads.length < minReads || writes.length < minWrites) await Bun.sleep(5)
  }
  await waitForMore()
  await nodes[1]?.kill()
  // Some of them are sent to the killed node before Caddy has noticed. That must not cost the other nodes their requests.
  await Promise.all(Array.from({ length: writersAtOnce }, (_, index) => write(`Label at once ${index}`)))
  const whenNoticed = writes.length
  await waitForMore()
  await waitForMore()
  isRunning = false
  await load

  expect(reads.filter((status) => status !== 200)).toEqual([])
  const failed = writes.filter(({ status }) => status !== 201)
  expect(failed.filter(({ status }) => status !== 502)).toEqual([])
  expect(writes.slice(whenNoticed + writers).filter(({ status }) => status !== 201)).toEqual([])
  const stored = (await query('SELECT name FROM labels')).map(({ name }) => String(name))
  expect(stored.length).toBe(new Set(stored).size)
  const confirmed = writes.filter(({ status }) => status === 201).map(({ name }) => name)
  expect(confirmed.filter((name) => !stored.includes(name))).toEqual([])
  expect(stored.length).toBeLessThanOrEqual(confirmed.length + failed.length)
})

inLongForm(scalingTest)(
  'while the database is away, each response says when to try again, also where Caddy finds no node',
  async () => {
    await using deployment = await deployAll()
    const { api, postgres } = deployment
    const token = await logIn(deployment)
    await postgres.stop('immediate')
    const messages = new Set<string>()
    // Caddy notices within seconds that no node is ready.
    while (!messages.has('No node can use the library just now. Try again later.')) {
      const response = await send(`${api}/labels`, token)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(response.headers.get('content-type')).toStartWith('application/json')
      messages.add(((await response.json()) as { message: string }).message)
    }
    await postgres.start()
    while ((await send(`${api}/labels`, token)).status !== 200) await Bun.sleep(100)
  },
)
