import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { version } from '../../../../package.json'
import { CommandFailed, Conflict } from '../../../base/errors.ts'
import { inMegabytes } from '../../../base/limits.ts'
import { createScheduler } from '../../../base/scheduler.ts'
import { countRecords } from '../../../catalogue/store.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import { instantOf } from '../../../library/clock.ts'
import { backupFolder } from '../../../library/copies.ts'
import { oneRow, schemaNumber } from '../../../library/engineSql.ts'
import { inMemory } from '../../../library/locate.ts'
import { intervalMs, readRss } from '../../../observability/history.ts'
import type { BackupSettings, ConsoleDeps } from '../../deps.ts'
import { Diagnosis, ServerHealth } from './model.ts'

type HealthDeps = Pick<
  ConsoleDeps,
  'library' | 'guards' | 'backups' | 'limits' | 'commands' | 'history' | 'proxyLogin' | 'authPolicy' | 'guests'
>

/** The routes that show how the server and its library are. */
export const consoleHealthRoutes = ({
  library,
  guards,
  backups,
  limits,
  commands,
  history,
  proxyLogin,
  authPolicy,
  guests,
}: HealthDeps) => {
  const started = { at: Date.now(), on: performance.now() }
  const createError = () => new Conflict('The library is being checked already.')
  const queue = createScheduler({ capacity: 1 }, createError)
  const { auditMaxBytes, undoKeepMs } = limits
  const auditFlags = [
    ...['--audit-max', `${Math.ceil(inMegabytes(auditMaxBytes))}`],
    ...['--undo-keep', `${Math.round(undoKeepMs / 1_000)}s`],
  ]

  const readHealth = async (): Promise<Static<typeof ServerHealth>> => {
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
      history: {
        interval_ms: intervalMs,
        points: (history?.points() ?? []).map(({ at, ...point }) => ({ at: instantOf(at), ...point })),
      },
    }
  }

  /** Reads the whole file, so it runs in a process of its own. */
  const check = async (): Promise<Static<typeof Diagnosis>> => {
    if (library.name === inMemory) throw new Conflict('The library is in memory, so there is no file to check.')
    if (!commands) throw new Conflict('This server is part of another program. Use the command music-library doctor.')
    const proxyFlags = proxyLogin
      ? ['--auth-header', proxyLogin.header, '--registration', authPolicy.registration()]
      : []
    const guestFlags = ['--guest', guests.areAllowed() ? 'read' : 'off']
    const flags = [...doctorFlags(library.path, backups), ...auditFlags, ...proxyFlags, ...guestFlags]
    const { out, err } = await commands.run(['doctor', '--json', ...flags])
    // With a wrong finding the command fails, too.
    if (!out.startsWith('{')) throw new CommandFailed(`The check failed. ${err.trim() || 'It was stopped.'}`)
    return JSON.parse(out)
  }

  return new Elysia({ name: 'console-health' })
    .use(guards.adminOnly)
    .get('/health', readHealth, {
      detail: { operationId: 'readServerHealth', summary: 'How the server and its library are' },
      response: { 200: ServerHealth, ...errorResponses.admin },
    })
    .post('/health/checks', ({ longWork }) => queue.run(longWork, check), {
      detail: { operationId: 'checkLibrary', summary: 'Check the library, its folder and its backups' },
      response: { 200: Diagnosis, 409: Message, ...errorResponses.admin },
    })
}

const doctorFlags = (path: string | undefined, { folder, everyMs }: BackupSettings) => {
  if (path === undefined) return folder === undefined ? [] : ['--backup-dir', folder]
  const interval = everyMs === undefined ? [] : ['--backup-every', `${everyMs / 1000}s`]
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
