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
import { backupFolder, type Copy } from '../../../library/copies.ts'
import { type Backup, describeOtherBackups, listBackups } from '../../../library/file/backup.ts'
import { announce, log } from '../../../observability/log.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { downloadRoute } from './download.ts'
import { BackupList, NewBackup } from './model.ts'

type BackupDeps = Pick<ConsoleDeps, 'library' | 'guards' | 'backups' | 'commands'> & Parameters<typeof downloadRoute>[0]

/** The routes that list, make and send backups. Restoring one is a command: the server must not run meanwhile. */
export const backupRoutes = (deps: BackupDeps) => {
  const queue = createScheduler({ capacity: 1 }, () => new Conflict('A backup is being made already.'))
  return new Elysia({ name: 'console-backups' })
    .use(deps.guards.adminOnly)
    .get('/backups', () => listAll(deps), {
      detail: { operationId: 'listBackups', summary: 'List the backups' },
      response: { 200: BackupList, ...errorResponses.admin },
    })
    .post('/backups', async ({ status, longWork }) => status(201, await queue.run(longWork, () => backUp(deps))), {
      detail: { operationId: 'createBackup', summary: 'Back the library up' },
      response: { 201: NewBackup, 409: Message, ...errorResponses.admin },
    })
    .use(downloadRoute(deps))
}

const listAll = (deps: BackupDeps): BackupList => {
  const { engine, path, file } = deps.library
  const { folder = path && backupFolder(path), everyMs = null, keep = null, runs } = deps.backups
  const { next_at = null, last_run = null, command = null } = runs?.state() ?? {}
  const unit = deps.commands?.serviceUnit
  const none: BackupList = {
    ...{ engine, folder: null, every_ms: null, keep: null, next_at, last_run, command, overdue: null, problem: null },
    stop_command: unit === undefined ? null : `sudo systemctl stop ${unit}`,
    start_command: unit === undefined ? null : `sudo systemctl start ${unit}`,
    backups: [],
  }
  if (path === undefined || folder === undefined || !file) return none
  const list = { ...none, folder, every_ms: everyMs, keep: everyMs === null ? null : keep }
  try {
    return {
      ...list,
      backups: listBackups(path, folder)
        .toReversed()
        .flatMap((backup) => describeBackup(deps, backup, path)),
      overdue: everyMs === null ? null : (describeOverdue(file, folder, everyMs) ?? null),
      problem: describeBackupFolderProblem(path, folder) ?? describeOtherBackups(file, folder) ?? null,
    }
  } catch (error) {
    return { ...list, problem: errorMessage(error) }
  }
}

const describeBackup = (deps: BackupDeps, { path: file, time }: Copy, library: string): BackupList['backups'] => {
  // A schedule may have deleted it meanwhile.
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return []
  const described = { file, name: basename(file), created_at: instantOf(time), bytes: stat.size }
  return [{ ...described, restore_command: restoreCommand(deps, file, library) }]
}

const restoreCommand = ({ commands }: BackupDeps, backup: string, library: string) =>
  `${commands?.typed ?? 'music-library'} restore ${quoteForShell(backup)} --database ${quoteForShell(library)}`

/** Makes one that no schedule deletes, as the command does. It runs in a process of its own, so that no request waits for it. */
const backUp = async (deps: BackupDeps): Promise<NewBackup> => {
  const { library, backups, commands } = deps
  const { path } = library
  if (library.engine === 'postgres')
    throw new Conflict(
      'The library is on PostgreSQL. Back it up with the tools of PostgreSQL, or with the command music-library backup.',
    )
  if (path === undefined)
    throw new Conflict('The library is in memory, so there is no file to back up. Export the catalogue instead.')
  if (!commands) throw new Conflict('The program that this server is part of makes its backups itself.')
  const { folder = backupFolder(path), runs } = backups
  const { code, out, err } = await commands.run(['backup', '--json', '--database', path, '--backup-dir', folder])
  if (code !== 0) {
    const reason = err.trim() || 'It was stopped.'
    runs?.failed(reason, code)
    throw new CommandFailed(`The backup failed. ${reason}`)
  }
  const backup: Backup = JSON.parse(out)
  announce(`Backed up to ${backup.file}`)
  if (backup.warning !== undefined) log.warn(backup.warning)
  runs?.succeeded(backup.file)
  return { ...backup, restore_command: restoreCommand(deps, backup.file, path) }
}
