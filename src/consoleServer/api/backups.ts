import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { instantOf } from '../../database/clock.ts'
import { CommandFailed, Conflict, errorMessage } from '../../errors.ts'
import { quoteForShell } from '../../escaping.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { announce, log } from '../../observability/log.ts'
import { describeOtherBackups, listBackups } from '../../storage/backup.ts'
import { describeOverdue } from '../../storage/backupAge.ts'
import { backupFolder, describeBackupFolderProblem } from '../../storage/backupFolder.ts'
import { Nullable, Timestamp } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'
import { createExclusiveRun } from './exclusive.ts'
import { Engine } from './schemas.ts'

const example = {
  file: '/srv/music/backups/library.db.2026-01-31T18-30-00-123Z.db',
  name: 'library.db.2026-01-31T18-30-00-123Z.db',
  created_at: '2026-01-31T18:30:00.123000Z',
  bytes: 131_072,
  restore_command:
    'music-library restore /srv/music/backups/library.db.2026-01-31T18-30-00-123Z.db --database /srv/music/library.db',
}

const ListedBackup = Type.Object(
  {
    file: Type.String(),
    name: Type.String(),
    created_at: Timestamp,
    bytes: Type.Integer(),
    restore_command: Type.String({ description: 'For a shell, when the server has been stopped.' }),
  },
  { title: 'ListedBackup' },
)

export const BackupList = Type.Object(
  {
    engine: Engine,
    folder: Nullable(Type.String({ description: 'Null in memory and on PostgreSQL.' })),
    every_ms: Nullable(Type.Integer()),
    keep: Nullable(Type.Integer()),
    overdue: Nullable(Type.String()),
    problem: Nullable(Type.String()),
    backups: Type.Array(ListedBackup),
  },
  {
    title: 'BackupList',
    examples: [
      {
        engine: 'sqlite',
        folder: '/srv/music/backups',
        every_ms: 86_400_000,
        keep: 7,
        overdue: null,
        problem: null,
        backups: [example],
      },
    ],
  },
)
type BackupList = Static<typeof BackupList>

const BackupContents = Type.Object(
  { schema: Type.Integer(), rows: Type.Record(Type.String(), Type.Integer(), { title: 'RowCounts' }) },
  { title: 'BackupContents' },
)

export const NewBackup = Type.Object(
  {
    file: Type.String(),
    bytes: Type.Integer(),
    sha256: Type.String(),
    contents: BackupContents,
    warning: Type.Optional(Type.String({ description: 'What is wrong with the library, and what to do.' })),
    restore_command: Type.String(),
  },
  {
    title: 'NewBackup',
    examples: [
      {
        file: example.file,
        bytes: example.bytes,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        contents: { schema: 10, rows: { tracks: 229, users: 1 } },
        restore_command: example.restore_command,
      },
    ],
  },
)

type BackupDeps = Pick<ConsoleDeps, 'library' | 'guards' | 'backups' | 'commands'>

/** The routes that list and make backups. Restoring one is a command: the server must not run meanwhile. */
export const backupRoutes = ({ library: { engine, path, file: library }, guards, backups, commands }: BackupDeps) => {
  const { folder = path && backupFolder(path), everyMs = null, keep } = backups
  const runAlone = createExclusiveRun(() => new Conflict('A backup is being made already.'))
  const restoreCommand = (backup: string, library: string) =>
    `${commands?.typed ?? 'music-library'} restore ${quoteForShell(backup)} --database ${quoteForShell(library)}`

  const list = (): BackupList => {
    const schedule = { every_ms: everyMs, keep: everyMs === null ? null : (keep ?? null) }
    const empty = { engine, ...schedule, overdue: null, problem: null, backups: [] }
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
      return { ...empty, folder, problem: `The folder for backups can't be read. ${errorMessage(error)}` }
    }
  }

  /** Makes one that no schedule deletes, as the command does. It runs in a process of its own, so that no request waits for it. */
  const backUp = async (): Promise<Static<typeof NewBackup>> => {
    if (engine === 'postgres')
      throw new Conflict(
        'The library is on PostgreSQL. Back it up with the tools of PostgreSQL, or with the command music-library backup.',
      )
    if (path === undefined || folder === undefined)
      throw new Conflict('The library is in memory, so there is no file to back up. Export the catalogue instead.')
    if (!commands) throw new Conflict('The program that this server is part of makes its backups itself.')
    const { code, out, err } = await commands.run(['backup', '--json', '--database', path, '--backup-dir', folder])
    if (code !== 0) throw new CommandFailed(`The backup failed. ${err.trim() || 'It was stopped.'}`)
    const backup: Omit<Static<typeof NewBackup>, 'restore_command'> = JSON.parse(out)
    announce(`Backed up to ${backup.file}`)
    if (backup.warning !== undefined) log.warn(backup.warning)
    return { ...backup, restore_command: restoreCommand(backup.file, path) }
  }

  return new Elysia({ name: 'console-backups' })
    .use(guards.adminOnly)
    .get('/backups', list, {
      detail: { operationId: 'listBackups', summary: 'List the backups' },
      response: { 200: BackupList, ...errorResponses.admin },
    })
    .post('/backups', async ({ status }) => status(201, await runAlone(backUp)), {
      detail: { operationId: 'createBackup', summary: 'Back the library up' },
      response: { 201: NewBackup, 409: Message, ...errorResponses.admin },
    })
}
