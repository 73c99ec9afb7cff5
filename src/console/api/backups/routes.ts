import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Elysia } from 'elysia'
import { CommandFailed, Conflict, errorMessage } from '../../../base/errors.ts'
import { createScheduler } from '../../../base/scheduler.ts'
import { quoteForShell } from '../../../base/visibleText.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import { describeOverdue } from '../../../library/backupAge.ts'
import { describeBackupFolderProblem } from '../../../library/backupFolder.ts'
import { instantOf } from '../../../library/clock.ts'
import { backupFolder } from '../../../library/copies.ts'
import { describeOtherBackups, listBackups } from '../../../library/file/backup.ts'
import { announce, log } from '../../../observability/log.ts'
import type { BackupRun, ConsoleDeps } from '../../deps.ts'
import { downloadRoute } from './download.ts'
import { BackupList, NewBackup } from './model.ts'

type BackupDeps = Pick<ConsoleDeps, 'library' | 'guards' | 'backups' | 'commands'> & Parameters<typeof downloadRoute>[0]

const toRun = (run: BackupRun | undefined) =>
  run ? { ended_at: instantOf(run.endedAt), error: run.error ?? null } : null

/** The routes that list, make and send backups. Restoring one is a command: the server must not run meanwhile. */
export const backupRoutes = (deps: BackupDeps) => {
  const { guards, backups, commands } = deps
  const { engine, path, file: library } = deps.library
  const { folder = path && backupFolder(path), everyMs = null, keep, runs } = backups
  const unit = commands?.serviceUnit
  const createError = () => new Conflict('A backup is being made already.')
  const queue = createScheduler({ capacity: 1 }, createError)
  const restoreCommand = (backup: string, library: string) =>
    `${commands?.typed ?? 'music-library'} restore ${quoteForShell(backup)} --database ${quoteForShell(library)}`

  const readState = () => {
    const { nextAt, lastRun, command } = runs?.state() ?? {}
    return {
      next_at: nextAt === undefined ? null : instantOf(nextAt),
      last_run: toRun(lastRun),
      command: command ? { is_running: command.isRunning, last_run: toRun(command.lastRun) } : null,
      stop_command: unit === undefined ? null : `sudo systemctl stop ${unit}`,
      start_command: unit === undefined ? null : `sudo systemctl start ${unit}`,
    }
  }

  const list = (): BackupList => {
    const schedule = { every_ms: everyMs, keep: everyMs === null ? null : (keep ?? null) }
    const empty = { engine, ...schedule, ...readState(), overdue: null, problem: null, backups: [] }
    if (path === undefined || folder === undefined || !library)
      return { ...empty, folder: null, every_ms: null, keep: null }
    try {
      const backups = listBackups(path, folder)
        .toReversed()
        .flatMap(({ path: file, time }) => {
          // A schedule may have deleted it meanwhile.
          const stat = statSync(file, { throwIfNoEntry: false })
          if (!stat) return []
          const described = { file, name: basename(file), created_at: instantOf(time), bytes: stat.size }
          return [{ ...described, restore_command: restoreCommand(file, path) }]
        })
      const overdue = everyMs === null ? null : (describeOverdue(library, folder, everyMs) ?? null)
      const problem = describeBackupFolderProblem(path, folder) ?? describeOtherBackups(library, folder) ?? null
      return { ...empty, folder, overdue, problem, backups }
    } catch (error) {
      return { ...empty, folder, problem: errorMessage(error) }
    }
  }

  /** Makes one that no schedule deletes, as the command does. It runs in a process of its own, so that no request waits for it. */
  const backUp = async (): Promise<NewBackup> => {
    if (engine === 'postgres')
      throw new Conflict(
        'The library is on PostgreSQL. Back it up with the tools of PostgreSQL, or with the command music-library backup.',
      )
    if (path === undefined || folder === undefined)
      throw new Conflict('The library is in memory, so there is no file to back up. Export the catalogue instead.')
    if (!commands) throw new Conflict('The program that this server is part of makes its backups itself.')
    const { code, out, err } = await commands.run(['backup', '--json', '--database', path, '--backup-dir', folder])
    if (code !== 0) {
      const reason = err.trim() || 'It was stopped.'
      runs?.failed(reason, code)
      throw new CommandFailed(`The backup failed. ${reason}`)
    }
    const backup: Omit<NewBackup, 'restore_command'> = JSON.parse(out)
    announce(`Backed up to ${backup.file}`)
    if (backup.warning !== undefined) log.warn(backup.warning)
    runs?.succeeded(backup.file)
    return { ...backup, restore_command: restoreCommand(backup.file, path) }
  }

  return new Elysia({ name: 'console-backups' })
    .use(guards.adminOnly)
    .get('/backups', list, {
      detail: { operationId: 'listBackups', summary: 'List the backups' },
      response: { 200: BackupList, ...errorResponses.admin },
    })
    .post('/backups', async ({ status, longWork }) => status(201, await queue.run(longWork, backUp)), {
      detail: { operationId: 'createBackup', summary: 'Back the library up' },
      response: { 201: NewBackup, 409: Message, ...errorResponses.admin },
    })
    .use(downloadRoute(deps))
}
