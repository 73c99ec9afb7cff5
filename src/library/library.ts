import type { Instant } from './clock.ts'
import type { Database } from './database.ts'
import type { Engine } from './engineSql.ts'
import type { LibraryFile } from './file/backup.ts'
import type { CopyOptions } from './memory/copy.ts'

/** An open library: its database, and what concerns its file. */
export interface Library extends Database {
  readonly engine: Engine
  /** The name of this process among those that use one library on PostgreSQL; undefined for a file. */
  readonly nodeName: string | undefined
  /**
   * Reads the ids of up to 20 processes that use one library on PostgreSQL, those with the latest commits first. They are random, and no
   * response has them. A file has none.
   */
  readonly nodeIds?: () => Promise<string[]>
  /** What messages call it: the full path of the file, `:memory:`, or the address of a database without user and password. */
  readonly name: string
  /** The full path of the file; undefined in memory and on PostgreSQL. */
  readonly path: string | undefined
  /** The path and the id of a library in a file, by which its backups are found. */
  readonly file: LibraryFile | undefined
  /** True when opening created the file. */
  readonly created: boolean
  /**
   * The path of the snapshot, a copy of the file from before the schema was upgraded; undefined if it was current. This is
   * not `Database.snapshot`, which is a read transaction.
   */
  readonly snapshotBefore: string | undefined
  /** Returns one sentence that says why the library can't be used now; undefined when it can. */
  problem(): Promise<string | undefined>
  /** Makes the check for damage that opening has left out: `problem` reports what it finds. It blocks the event loop, for up to 30 ms. */
  checkForDamage(): void
  /** Returns the whole library as `OpenOptions.image`. Only a library in memory has it. */
  readonly serialize: (() => Uint8Array) | undefined
  /** Returns the size of the file and its WAL, or of the library in memory, in bytes; undefined on PostgreSQL. */
  readonly fileSize: (() => number) | undefined
  /** Whether another program has deleted, replaced or changed the file or its WAL since it was opened. No write is accepted then. */
  wasLost(): boolean
  /**
   * Saves what a served library held whose file was deleted or replaced, in a file beside it. Resolves with a sentence for the log
   * when that is done, or when nothing can be saved; undefined while the file is as it was.
   */
  saveIfLost(): Promise<string | undefined>
  /** A sentence for the log if another program has changed the time of the file, and perhaps something in it. */
  doubt(): string | undefined
  /** Accepts no write any more: a check of the whole file, such as that of a backup, has found it damaged. */
  rejectAsDamaged(): void
}

/** What a library has in memory and on PostgreSQL, where this process has no file of it open. */
export const withoutFile = {
  path: undefined,
  file: undefined,
  snapshotBefore: undefined,
  checkForDamage: () => {},
  wasLost: () => false,
  saveIfLost: async () => undefined,
  doubt: () => undefined,
  rejectAsDamaged: () => {},
} as const satisfies Partial<Library>

export interface OpenOptions {
  /** Fail where there is no library. */
  mustExist?: boolean
  /** Upgrade the schema of an older library; true by default. */
  mayUpgrade?: boolean
  /** Create a library even where a lock file, a WAL or backups show that there was one. */
  createNew?: boolean
  /** Make the folder of a library that is created; true by default. One that is missing may be that of a disk that is not mounted. */
  createFolder?: boolean
  /** The folder for backups; beside the library by default. */
  backupFolder?: string | undefined
  /** Hold the lock of the one process that serves the library. */
  serve?: boolean
  /** Leave the check for damage to `checkForDamage`, unless the last process that had the library open has not closed it. */
  checkWhileServed?: boolean
  /** How many snapshots from before schema upgrades to keep. */
  keepSnapshots?: number
  /** The maximum size of the file, or of the library in memory, in pages of 4 KiB. */
  maxPages?: number
  /** The instant of the first write, for a library in memory: each further one is a microsecond later. By default it has the clock of the machine. */
  now?: Instant | undefined
  /** What a library in memory contains: the result of `Library.serialize` of another one. By default it is empty. */
  image?: Uint8Array | undefined
  /** The library in a file that a library in memory is a copy of. */
  copyOf?: CopyOptions | undefined
  /** As in `Library`; the name of the machine by default. */
  nodeName?: string | undefined
  /** Called before the schema is upgraded, which may take long and blocks the event loop. */
  onUpgrade?: (from: number, to: number) => void
}
