import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { maxMs } from './bounds.ts'
import { findFreePort } from './freePort.ts'
import { programPath } from './packages.ts'
import { createServerFolder } from './postgres/folder.ts'
import { type ServerProcess, type StopMode, startProcess } from './postgres/process.ts'
import { unprivileged } from './postgres/programs.ts'

/** The superuser. Connections need no password. */
const user = 'music'
const standbyName = 'standby'
const waitTimeoutMs = maxMs(30_000)
const pollMs = 10

/** Names and values of postgresql.conf. */
type Settings = Record<string, string | number>

/** Small, and as durable as in production. */
const defaultSettings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '16MB',
  max_wal_size: '128MB',
  // A standby that has lost its primary, or is quicker than it, tries again after this time.
  wal_retrieve_retry_interval: '100ms',
  // In the folder of the data, so that a server that is killed leaves nothing elsewhere.
  dynamic_shared_memory_type: 'mmap',
  fsync: 'on',
  synchronous_commit: 'on',
}

/** A server of PostgreSQL on 127.0.0.1 that runs. */
export interface PostgresAddress {
  port: number
  /** The URL of a database; of `postgres`, which always exists, by default. */
  url(database?: string): string
  /** Creates a database: an empty one, or a copy of another one. @returns its name */
  createDatabase(template?: string): Promise<string>
  /** Runs one statement as the superuser. @returns its rows */
  query(statement: string, database?: string): Promise<Record<string, unknown>[]>
}

/** A server that a test has started. Its port stays the same when it is started again. */
export interface Postgres extends PostgresAddress, AsyncDisposable {
  /** The folder with its data and its log. */
  folder: string
  /** The id of its first process. */
  readonly pid: number
  stop(mode: StopMode): Promise<void>
  /** Starts it after a stop. */
  start(): Promise<void>
  restart(mode: StopMode): Promise<void>
  /** Starts a second server that has all that this one has. From now on a commit waits until both have it on disk. */
  createStandby(): Promise<Standby>
}

export interface Standby extends Postgres {
  /** Makes it a server of its own that accepts writes. */
  promote(): Promise<void>
}

/** Starts a server with new data. It stops, and its data are removed, when it is disposed of, and when this process ends. */
export const startPostgres = async ({ settings = {} }: { settings?: Settings } = {}): Promise<Postgres> => {
  const folder = createServerFolder()
  await run(
    'initdb',
    '-D',
    join(folder.path, 'data'),
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  )
  const lines = Object.entries({ ...defaultSettings, ...settings }).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(folder.path, 'data/postgresql.conf'), lines.join(''))
  return serve(folder)
}

let databaseCount = 0

/** The server that listens on a port. */
export const postgresAt = (port: number): PostgresAddress => {
  const url = (database = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${database}`
  const query = async (statement: string, database?: string) => {
    const sql = new SQL(url(database), { max: 1 })
    try {
      return [...(await sql.unsafe(statement))]
    } finally {
      await sql.close()
    }
  }
  const createDatabase = async (template = 'template1') => {
    const name = `library_${process.pid}_${++databaseCount}`
    await query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
    return name
  }
  return { port, url, query, createDatabase }
}

const serve = async (folder: ReturnType<typeof createServerFolder>): Promise<Postgres> => {
  const port = findFreePort()
  let server: ServerProcess | undefined = await startProcess(folder.path, port)
  const stop = async (mode: StopMode) => {
    const stopped = server
    server = undefined
    await stopped?.stop(mode)
  }
  const start = async () => {
    server ??= await startProcess(folder.path, port)
  }

  const postgres: Postgres = {
    ...postgresAt(port),
    folder: folder.path,
    get pid() {
      if (!server) throw new Error('The server is stopped.')
      return server.pid
    },
    stop,
    start,
    restart: async (mode) => {
      await stop(mode)
      await start()
    },
    createStandby: () => createStandby(postgres),
    [Symbol.asyncDispose]: async () => {
      await stop('immediate')
      folder[Symbol.dispose]()
    },
  }
  return postgres
}

const createStandby = async (primary: Postgres): Promise<Standby> => {
  const folder = createServerFolder()
  const source = `${primary.url()}?application_name=${standbyName}`
  await run(
    'pg_basebackup',
    '-d',
    source,
    '-D',
    join(folder.path, 'data'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  )
  const standby = await serve(folder)
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`)
  await primary.query('SELECT pg_reload_conf()')
  await waitFor(async () => {
    const rows = await primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
    return rows.length === 1
  })
  return {
    ...standby,
    // The spread above copies the value of a getter.
    get pid() {
      return standby.pid
    },
    promote: async () => {
      await standby.query('SELECT pg_promote()')
    },
  }
}

/** Runs a program of PostgreSQL until it exits. @throws Error with what it printed, if it fails */
const run = async (program: 'initdb' | 'pg_basebackup', ...args: string[]) => {
  const child = Bun.spawn(unprivileged(programPath(program), ...args), {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  if (code !== 0) throw new Error(`${program} failed: ${out}${err}`)
}

const waitFor = async (isTrue: () => Promise<boolean>) => {
  const deadline = Date.now() + waitTimeoutMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('It takes too long.')
    await Bun.sleep(pollMs)
  }
}
