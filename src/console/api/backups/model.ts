import { type Static, Type } from '@sinclair/typebox'
import { Engine } from '../../../library/engineSql.ts'
import { Backup } from '../../../library/file/backup.ts'
import { SentPassword } from '../../../validation/credentials.ts'
import { NamedObject, Nullable, Timestamp } from '../../../validation/schemas.ts'
import { AnyText } from '../../../validation/text.ts'

// What the routes take and send. A title is the name of the schema in the OpenAPI document.

const example = {
  file: '/srv/music/backups/library.db.2026-01-31T18-30-00-123Z.db',
  name: 'library.db.2026-01-31T18-30-00-123Z.db',
  created_at: '2026-01-31T18:30:00.123000Z',
  bytes: 131_072,
  restore_command:
    'music-library restore /srv/music/backups/library.db.2026-01-31T18-30-00-123Z.db --database /srv/music/library.db',
}

const ListedBackup = NamedObject('ListedBackup', {
  file: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
  bytes: Type.Integer(),
  restore_command: Type.String({ description: 'For a shell, when the server has been stopped.' }),
})

/** The end of a backup, or of the command that runs after one. */
export const BackupRun = NamedObject('BackupRun', {
  ended_at: Timestamp,
  error: Nullable(Type.String({ description: 'Why it failed; null if it succeeded.' })),
})
export type BackupRun = Static<typeof BackupRun>

const BackupCommand = NamedObject('BackupCommand', { is_running: Type.Boolean(), last_run: Nullable(BackupRun) })

export const BackupList = NamedObject(
  'BackupList',
  {
    engine: Engine,
    folder: Nullable(Type.String({ description: 'Null in memory and on PostgreSQL.' })),
    every_ms: Nullable(Type.Integer()),
    keep: Nullable(Type.Integer()),
    /** When the next scheduled backup is due. */
    next_at: Nullable(Timestamp),
    last_run: Nullable(BackupRun),
    /** The command of the operator that runs after each backup. */
    command: Nullable(BackupCommand),
    overdue: Nullable(Type.String()),
    problem: Nullable(Type.String()),
    stop_command: Nullable(Type.String({ description: 'Stops the service; null where it is unknown.' })),
    start_command: Nullable(Type.String()),
    backups: Type.Array(ListedBackup),
  },
  {
    engine: 'sqlite',
    folder: '/srv/music/backups',
    every_ms: 86_400_000,
    keep: 7,
    next_at: '2026-02-01T18:30:00.000000Z',
    last_run: { ended_at: '2026-01-31T18:30:01.250000Z', error: null },
    command: { is_running: false, last_run: { ended_at: '2026-01-31T18:30:09.125000Z', error: null } },
    overdue: null,
    problem: null,
    stop_command: 'sudo systemctl stop music-library',
    start_command: 'sudo systemctl start music-library',
    backups: [example],
  },
)
export type BackupList = Static<typeof BackupList>

export const NewBackup = NamedObject(
  'NewBackup',
  { ...Backup.properties, restore_command: Type.String() },
  {
    file: example.file,
    bytes: example.bytes,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    contents: { schema: 10, rows: { tracks: 229, users: 1 } },
    restore_command: example.restore_command,
  },
)
export type NewBackup = Static<typeof NewBackup>

/** The body of POST /backups/downloads. */
export const BackupDownload = NamedObject(
  'BackupDownload',
  { name: AnyText('The name of a backup of the list.'), current_password: SentPassword() },
  { name: example.name, current_password: 'correct horse battery' },
)

export const BackupFile = Type.Unsafe<Response>(
  Type.String({
    title: 'BackupFile',
    description: 'The file of a library: a database of SQLite.',
    contentMediaType: 'application/vnd.sqlite3',
  }),
)
