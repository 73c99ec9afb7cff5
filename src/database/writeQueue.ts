import type { Database as Sqlite } from 'bun:sqlite'
import { DatabaseBusy, DiskFull } from '../errors.ts'
import { yieldToEventLoop } from '../eventLoop.ts'
import { errorCode } from '../library/describeError.ts'
import { type Change, captureChanges } from './changeCapture.ts'
import { type Instant, now } from './clock.ts'
import type { Writer } from './connection.ts'

type Work<T> = (tx: Writer, now: Instant) => Promise<T>

interface Waiting {
  /** When it was asked for, in milliseconds. */
  since: number
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A write that was made, or refused and taken back. */
interface Done {
  kept: boolean
  /** Says so to who waits for it. */
  answer: () => void
}

/** Is told what a group of writes has changed, in the moment that they are kept: before any of them is answered. */
export type CommitListener = (changes: Change[]) => void

/** How long a write waits for another program to let go of the file, in milliseconds. */
const lockTimeoutMs = 5_000

/** How long is waited for as many writes as there were of late, in milliseconds: a commit takes as long. */
const batchWindowMs = 0.3

/**
 * Runs writes in the order they come. All that wait when the event loop comes round are run together, each in a savepoint
 * of its own, and put on disk by one commit; only then is any of them answered.
 */
export const createWriteQueue = (client: Sqlite, writer: Writer) => {
  const begin = client.prepare('BEGIN IMMEDIATE')
  const commit = client.prepare('COMMIT')
  const rollback = client.prepare('ROLLBACK')
  const save = client.prepare('SAVEPOINT work')
  const keep = client.prepare('RELEASE work')
  const undo = client.prepare('ROLLBACK TO work')

  let waiting: Waiting[] = []
  let changesSoFar: (() => Change[]) | undefined
  let watcher: CommitListener | undefined
  let draining: Promise<void> | undefined
  let written = 0
  /** How many there were together of late. */
  let expected = 1

  const write = <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ since: performance.now(), work, resolve: resolve as (value: unknown) => void, reject })
      draining ??= drain()
    })

  const drain = async () => {
    while (waiting.length > 0) {
      await collectBatch()
      const group = waiting
      waiting = []
      await runBatch(group)
    }
    draining = undefined
  }

  /** The requests that are there by now share the next commit; and if there were more of late, those that are about to come. */
  const collectBatch = async () => {
    const start = performance.now()
    do await yieldToEventLoop()
    while (waiting.length < expected && performance.now() - start < batchWindowMs)
    expected = Math.max(waiting.length, expected - 1)
  }

  const runBatch = async (group: Waiting[]) => {
    if (!(await lock(group))) return
    try {
      const done: Done[] = []
      for (const each of group) done.push(await runOne(each))
      const made = done.filter(({ kept }) => kept).length
      if (made > 0) commitBatch(made)
      // Pages that were changed and changed back would be written as well.
      else rollback.run()
      for (const { answer } of done) answer()
    } catch (error) {
      rollbackBatch()
      for (const { reject } of group) reject(translateError(error))
    }
  }

  const commitBatch = (writes: number) => {
    const changes = changesSoFar?.() ?? []
    commit.run()
    if (changes.length > 0) watcher?.(changes)
    written += writes
  }

  const rollbackBatch = () => {
    try {
      if (client.inTransaction) rollback.run()
    } catch {
      // SQLite has ended the transaction by itself; the error before this one says why.
    }
  }

  const runOne = async ({ work, resolve, reject }: Waiting): Promise<Done> => {
    save.run()
    try {
      const value = await work(writer, now())
      keep.run()
      return { kept: true, answer: () => resolve(value) }
    } catch (error) {
      // A full disk ends the whole transaction, and then there is no savepoint to go back to.
      if (!client.inTransaction) throw error
      undo.run()
      keep.run()
      return { kept: false, answer: () => reject(translateError(error)) }
    }
  }

  /** True once the file is this program's to write to; false when the first of the group has waited too long. */
  const lock = async (group: Waiting[]): Promise<boolean> => {
    for (;;) {
      try {
        // Before the transaction, which may be rolled back. Most servers start long before somebody writes.
        if (watcher) changesSoFar ??= captureChanges(client)
        begin.run()
        return true
      } catch (error) {
        const busy = errorCode(error).startsWith('SQLITE_BUSY')
        const late = group.filter(({ since }) => !busy || performance.now() - since > lockTimeoutMs)
        for (const { reject } of late) reject(busy ? new DatabaseBusy() : translateError(error))
        waiting.unshift(...(late.length > 0 ? group.filter((each) => !late.includes(each)) : []))
        if (late.length > 0) return false
        await Bun.sleep(10)
      }
    }
  }

  const idle = async () => {
    while (draining) await draining
  }

  const watch = (by: CommitListener) => {
    watcher = by
  }

  return { write, watch, idle, figures: () => ({ waiting: waiting.length, written }) }
}

/** What SQLite refuses because of its surroundings, and not because of what was asked. */
const translateError = (error: unknown) => {
  const code = errorCode(error)
  if (code.startsWith('SQLITE_FULL') || code === 'SQLITE_IOERR_WRITE') return new DiskFull()
  return code.startsWith('SQLITE_BUSY') ? new DatabaseBusy() : error
}
