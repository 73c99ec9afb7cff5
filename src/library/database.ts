import type { TaskOwner } from '../base/taskOwner.ts'
import type { CommitListener, TrackedTable } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Reader, Transaction } from './connection.ts'
import type { LongWork } from './longWork.ts'

/** A number that changes when another connection, for instance another program, has changed the file. */
export interface ExternalVersion {
  /** Reads the number. */
  read(): number
  /**
   * Reads the number at most once in each turn of the event loop. The requests of a turn were sent before it began, so
   * none of them has to see a change that is made after this read.
   */
  readOncePerTurn(): number
}

/** That of a library that no other program can change unnoticed: it is in memory, or its changes are in the feed of PostgreSQL. */
export const noExternalVersion: ExternalVersion = { read: () => 0, readOncePerTurn: () => 0 }

/** @param check - runs first, in the same write; its error leaves everything as it is */
export type Reset = (check?: (tx: Transaction) => Promise<void>) => Promise<void>

export interface Resets {
  /** How many there were. */
  count(): number
  /** Calls a function in each reset, before any write that follows it. It forgets what is kept beside the library. */
  onReset(forget: () => void): void
}

export interface ReserveOptions {
  /** For a login, a logout and the deletion of one record: in a file they succeed also on a full disk, for some time. False by default. */
  mayUseReserve?: boolean
}

/** The only way into a library's data, and the only way to change it. */
export interface Database {
  /** Runs single selects. They see every acknowledged write, and no uncommitted one. */
  readonly read: Reader
  /** Runs several selects that all see the same state. */
  snapshot<T>(work: (read: Reader) => Promise<T>): Promise<T>
  /**
   * The same for long work. It waits for a place; between its selects it yields to the event loop, and ends when its clients have
   * disconnected.
   * @throws WorkQueueFull; ClientDisconnected
   */
  longSnapshot<T>(work: LongWork, run: (read: Reader) => Promise<T>): Promise<T>
  /**
   * Runs a write: all of it or nothing, one at a time, durable when the promise resolves. `run` awaits nothing but the
   * database.
   * @param work - for a long write: between its statements it yields to the event loop, and it is undone when its clients have disconnected
   * @param owner - for whom it is done: owners take turns. A write whose client has disconnected does not begin
   * A write that may use the reserve runs again when its first try has failed on a full disk.
   * @throws DatabaseBusy if another program locks the library for five seconds; DiskFull; DiskError; LibraryFileLost; on PostgreSQL
   * DatabaseUnavailable, SchemaChanged, ClockDiffers and CommitUnknown
   */
  write<T>(
    run: (tx: Transaction) => Promise<T>,
    work?: LongWork,
    owner?: TaskOwner,
    options?: ReserveOptions,
  ): Promise<T>
  /**
   * Adds a listener for committed changes. The first call decides which tables are tracked; changes of other tables are
   * reported as untracked.
   */
  onCommit(tracked: readonly TrackedTable[], listener: CommitListener): void
  /** Changes when another program has changed the file. */
  readonly externalVersion: ExternalVersion
  /**
   * Reports the commits of other nodes to the listeners, at least those that were acknowledged before this call. Undefined
   * for a file, which has one node.
   * @throws DatabaseUnavailable
   */
  readonly catchUp: (() => Promise<void>) | undefined
  /**
   * How many chunks of a long list one select reads. With one chunk PostgreSQL spends most of its time around the records; a select of
   * a file blocks the event loop, and so reads one.
   */
  readonly chunksPerSelect: number
  /** By which things end, and from which the age of a stamp of a record or of the audit trail is measured. That of a library in memory can be moved. */
  readonly clock: Clock
  /** How many writes wait for their commit, how many were committed since the file was opened, and why the disk has rejected the last one. */
  stats(): { queuedWrites: number; committedWrites: number; diskProblem: string | undefined }
  /**
   * Copies the contents of all tables into memory. The function that it returns brings them back, in one write. Only a
   * library in memory has it.
   */
  readonly createResetPoint: (() => Reset) | undefined
  /** Only a library in memory has it. */
  readonly resets: Resets | undefined
  /** Empties the caches of the connections. */
  releaseMemory(): void
  /** Waits for queued writes, then closes all connections. */
  close(): Promise<void>
}

/** What routes get: they write through their guard, which checks the caller (`accounts/guards.ts`). */
export type ReadDatabase = Pick<Database, 'read' | 'snapshot'>
