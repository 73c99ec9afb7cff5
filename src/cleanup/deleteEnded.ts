import { deleteEndedInvitations, hasEndedInvitations } from '../accounts/invitations.ts'
import { deleteExpiredCodes, hasExpiredCodes } from '../accounts/setup.ts'
import type { TokenRules } from '../accounts/tokenLife.ts'
import { deleteToken, listEndedTokens } from '../accounts/tokens.ts'
import { measureNewest } from '../audit/auditSize.ts'
import { deleteEntries, listEntriesBelow, listOldEntries } from '../audit/oldEntries.ts'
import { findExpired, removeRestore } from '../audit/undoRetention.ts'
import { LibraryFileLost } from '../base/errors.ts'
import { waitForPendingIo } from '../base/eventLoop.ts'
import type { Limits } from '../base/limits.ts'
import { type Instant, subtractMilliseconds } from '../library/clock.ts'
import type { Transaction } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import { type LongWork, ownWork } from '../library/longWork.ts'
import { createCleanupClock } from './slewedClock.ts'

export interface CleanupOptions extends Pick<Limits, 'auditKeepMs' | 'auditMaxBytes' | 'undoKeepMs'> {
  tokenRules: TokenRules
}

/** How cleanups say what they do. */
export interface CleanupLog {
  info(message: string): void
  warn(message: string): void
  /** Logs the error of a cleanup, such as that the disk is full. The next one tries again. */
  failure(error: unknown): void
}

/** How long after a cleanup the next one starts, in milliseconds. */
const intervalMs = 3_600_000

/** How many rows one write deletes. Other writes run between two such writes. */
const rowsPerWrite = 500

/**
 * Deletes what has ended: tokens, invitations, setup codes, old entries of the audit trail, what is kept of others for undoing, and the oldest
 * entries beyond the maximum size.
 * @param at - the present, by the clock of cleanups
 * @param info - called with a sentence that says how much was deleted, if anything was
 * @param signal - when it aborts, the cleanup stops after the current write
 * @returns the size of the audit trail in bytes; undefined if the cleanup was stopped
 */
export const cleanUp = async (
  database: Database,
  at: Instant,
  options: CleanupOptions,
  info: CleanupLog['info'] = () => {},
  signal?: AbortSignal,
): Promise<number | undefined> => {
  const deleted: Deleted = {}
  try {
    return await deleteEnded(database, at, options, deleted, signal)
  } finally {
    const counts = Object.entries(deleted).map(([what, count]) => `${what}: ${count}`)
    if (counts.length > 0) info(`Deleted what has ended by ${at}: ${counts.join(', ')}.`)
  }
}

/** How much a cleanup has deleted, by what it is. */
type Deleted = Record<string, number>

const deleteEnded = async (
  database: Database,
  at: Instant,
  options: CleanupOptions,
  deleted: Deleted,
  signal: AbortSignal | undefined,
) => {
  const { read, write } = database
  const count = (what: string, rows: number) => {
    deleted[what] = (deleted[what] ?? 0) + rows
  }
  /** Deletes what `list` returns, until that is nothing. */
  const deleteInParts = async (
    what: string,
    list: () => Promise<number[]>,
    deleteAll: (tx: Transaction, ids: number[]) => Promise<unknown>,
  ) => {
    while (!signal?.aborted) {
      const ids = await list()
      if (ids.length === 0) return
      await write((tx) => deleteAll(tx, ids))
      count(what, ids.length)
    }
  }
  const listTokens = () => listEndedTokens(read, at, options.tokenRules, rowsPerWrite)
  await deleteInParts('tokens', listTokens, deleteTokensById)
  if (signal?.aborted) return
  if (await hasEndedInvitations(read, at)) count('invitations', await write((tx) => deleteEndedInvitations(tx, at)))
  if (await hasExpiredCodes(read, at)) count('setup codes', await write((tx) => deleteExpiredCodes(tx, at)))
  // A library in memory may have a clock that stands still in the past.
  const ofLibrary = database.clock.present()
  const present = at < ofLibrary ? at : ofLibrary
  const keepSince = subtractMilliseconds(present, options.auditKeepMs)
  const listOld = () => listOldEntries(read, keepSince, rowsPerWrite)
  await deleteInParts('audit entries older than audit-keep', listOld, deleteEntries)
  const work: LongWork = {
    ...ownWork,
    get isAbandoned() {
      return signal?.aborted ?? false
    },
  }
  const undoableSince = subtractMilliseconds(present, options.undoKeepMs)
  for (let first = 0; ; ) {
    const from = first
    const { ids, next } = await database.longSnapshot(work, (reader) => findExpired(reader, undoableSince, from))
    if (ids.length === 0) break
    await write((tx) => removeRestore(tx, ids))
    count('audit entries that could be undone', ids.length)
    first = next
  }
  const { bytes, oldest } = await database.longSnapshot(work, (reader) => measureNewest(reader, options.auditMaxBytes))
  const listTooMuch = () => listEntriesBelow(read, oldest, rowsPerWrite)
  await deleteInParts('audit entries beyond audit-max', listTooMuch, deleteEntries)
  return signal?.aborted ? undefined : bytes
}

const deleteTokensById = async (tx: Transaction, ids: number[]) => {
  for (const id of ids) await deleteToken(tx, id)
}

/**
 * Cleans up now, and then once in an hour. No request waits for it.
 * @param runningMs - as for `createCleanupClock`
 */
export const scheduleCleanup = (
  database: Database,
  options: CleanupOptions,
  log: CleanupLog,
  runningMs?: () => number,
) => {
  const abort = new AbortController()
  const moveClock = createCleanupClock(database, log.warn, runningMs)
  let auditBytes = 0
  const run = async () => {
    try {
      // After a stop, this alone is left to do.
      const at = await moveClock()
      if (abort.signal.aborted) return
      auditBytes = (await cleanUp(database, at, options, log.info, abort.signal)) ?? auditBytes
    } catch (error) {
      // A library that was replaced is logged where that is noticed.
      if (!abort.signal.aborted && !(error instanceof LibraryFileLost)) log.failure(error)
    }
  }
  // Requests that have waited for the start come first.
  let running = waitForPendingIo().then(run)
  const runNext = () => {
    running = running.then(run)
    return running
  }
  const timer = setInterval(runNext, intervalMs).unref()
  return {
    /** Cleans up now, after a cleanup that is running. */
    run: runNext,
    /** The size of the audit trail after the last cleanup, in bytes; 0 before the first one has ended. */
    auditBytes: () => auditBytes,
    /** Stops, and waits for the current write of a cleanup that is running. How long the process has run counts for the clock of cleanups. */
    stop: async () => {
      clearInterval(timer)
      abort.abort()
      await running.then(run)
    },
  }
}
