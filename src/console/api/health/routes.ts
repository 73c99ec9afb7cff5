import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Elysia } from 'elysia'
import { version } from '../../../../package.json'
import { CommandFailed, Conflict } from '../../../base/errors.ts'
import { inMegabytes } from '../../../base/limits.ts'
import { createScheduler } from '../../../base/scheduler.ts'
import { countRecords } from '../../../catalogue/store.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import { instantOf } from '../../../library/clock.ts'
import { backupFolder } from '../../../library/copies.ts'
import { Diagnosis } from '../../../library/diagnose.ts'
import { oneRow, schemaNumber } from '../../../library/engineSql.ts'
import { inMemory } from '../../../library/locate.ts'
import { intervalMs, readRss } from '../../../observability/history.ts'
import type { BackupSettings, ConsoleDeps } from '../../deps.ts'
import { ServerHealth } from './model.ts'

type HealthDeps = Pick<
  ConsoleDeps,
  | 'library'
  | 'guards'
  | 'backups'
  | 'limits'
  | 'commands'
  | 'history'
  | 'proxyLogin'
  | 'authPolicy'
  | 'guests'
  | 'coverFolder'
>

/** The routes that show how the server and its library are. */
export const consoleHealthRoutes = (deps: HealthDeps) => {
  const started = { at: Date.now(), on: performance.now() }
  const queue = createScheduler({ capacity: 1 }, () => new Conflict('The library is being checked already.'))
  return new Elysia({ name: 'console-health' })
    .use(deps.guards.adminOnly)
    .get('/health', () => readHealth(deps, started), {
      detail: { operationId: 'readServerHealth', summary: 'How the server and its library are' },
      response: { 200: ServerHealth, ...errorResponses.admin },
    })
    .post('/health/checks', ({ longWork }) => queue.run(longWork, () => check(deps)), {
      detail: { operationId: 'checkLibrary', summary: 'Check the library, its folder and its backups' },
      response: { 200: Diagnosis, 409: Message, ...errorResponses.admin },
    })
}

/** @param started - the start of the server: by the clock, and by that of the process, which nobody sets */
const readHealth = async (
  { library, history }: HealthDeps,
  started: { at: number; on: number },
): Promise<ServerHealth> => {
  const message = (await library.problem()) ?? null
  return {
    version,
    started_at: instantOf(started.at),
    uptime_ms: Math.round(performance.now() - started.on),
    library: {
      engine: library.engine,
      file: library.name,
      ...sizesOf(library.path),
      schema_version: await readSchemaVersion(library.read),
    },
    disk: diskOf(library.path),
    memory: { rss_bytes: readRss() },
    records: await countRecords(library.read),
    readiness: { ready: message === null, message },
    history: { interval_ms: intervalMs, points: history?.points() ?? [] },
  }
}

/** Reads the whole file, so it runs in a process of its own. */
const check = async (deps: HealthDeps): Promise<Diagnosis> => {
  const { library, commands } = deps
  if (library.name === inMemory) throw new Conflict('The library is in memory, so there is no file to check.')
  if (!commands) throw new Conflict('This server is part of another program. Use the command music-library doctor.')
  const { out, err } = await commands.run(['doctor', '--json', ...doctorFlags(deps)])
  // With a wrong finding the command fails, too.
  if (!out.startsWith('{')) throw new CommandFailed(`The check failed. ${err.trim() || 'It was stopped.'}`)
  return JSON.parse(out)
}

/** The settings of the server that `doctor` looks at. */
const doctorFlags = ({ library, backups, limits, proxyLogin, authPolicy, guests, coverFolder }: HealthDeps) => [
  ...backupFlags(library.path, backups),
  ...['--audit-max', `${Math.ceil(inMegabytes(limits.auditMaxBytes))}`],
  ...['--undo-keep', `${Math.round(limits.undoKeepMs / 1_000)}s`],
  ...(proxyLogin ? ['--auth-header', proxyLogin.header, '--registration', authPolicy.registration()] : []),
  ...['--guest', guests.areAllowed() ? 'read' : 'off'],
  ...flagOf('--covers', coverFolder()),
]

const flagOf = (flag: string, value: string | undefined) => (value === undefined ? [] : [flag, value])

const backupFlags = (path: string | undefined, { folder, everyMs }: BackupSettings) => {
  if (path === undefined) return flagOf('--backup-dir', folder)
  const interval = flagOf('--backup-every', everyMs === undefined ? undefined : `${everyMs / 1000}s`)
  return ['--database', path, '--backup-dir', folder ?? backupFolder(path), ...interval]
}

/** The sizes of the library and its WAL; null in memory and on PostgreSQL. */
const sizesOf = (library: string | undefined) => {
  if (library === undefined) return { bytes: null, wal_bytes: null }
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return { bytes: sizeOf(library), wal_bytes: sizeOf(`${library}-wal`) }
}

/** Null in memory and on PostgreSQL, and where the folder can't be read. */
const diskOf = (library: string | undefined) => {
  if (library === undefined) return null
  try {
    const { bavail, blocks, bsize } = statfsSync(dirname(library))
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
  } catch {
    return null
  }
}

const readSchemaVersion = async (read: HealthDeps['library']['read']) => {
  const [row] = await read.select({ version: schemaNumber }).from(oneRow)
  return row?.version ?? 0
}
