import { deleteEntries, listEntriesBelow, listOldEntries } from '../audit/oldest.ts'
import { findExpired, measureNewest, removeRestore } from '../audit/retention.ts'
import { LibraryReplaced } from '../base/errors.ts'
import { waitForPendingIo } from '../base/eventLoop.ts'
import type { Limits } from '../base/limits.ts'
import { now, subtractMilliseconds } from '../library/clock.ts'
import type { Transaction } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import { type LongWork, ownWork } from '../library/longWork.ts'
import { deleteEndedInvitations, hasEndedInvitations } from './invitations.ts'
import { deleteExpiredCodes, hasExpiredCodes } from './setup.ts'
import type { TokenRules } from './tokenLife.ts'
import { deleteToken, listEndedTokens } from './tokens.ts'

export interface CleanupOptions extends Pick<Limits, 'auditKeepMs' | 'auditMaxBytes' | 'undoKeepMs'> {
  tokenRules: TokenRules
}

/** How long after a cleanup the next one starts, in milliseconds. */
const intervalMs = 3_600_000

/** How many rows one write deletes. Other writes run between two such writes. */
const rowsPerWrite = 500

/**
 * Deletes what has ended: tokens, invitations, set-up codes, old entries of the audit trail, what is kept of others for undoing, and the oldest
 * entries beyond the maximum size.
 * @param signal - when it aborts, the cleanup stops after the current write
 * @returns the size of the audit trail in bytes; undefined if the cleanup was stopped
 */
export const cleanUp = async (
  database: Database,
  options: CleanupOptions,
  signal?: AbortSignal,
): Promise<number | undefined> => {
  const at = now()
  const { read } = database
  const listTokens = () => listEndedTokens(read, at, options.tokenRules, rowsPerWrite)
  await deleteInParts(database, listTokens, deleteTokensById, signal)
  if (signal?.aborted) return
  if (await hasEndedInvitations(read, at)) await database.write((tx) => deleteEndedInvitations(tx, at))
  if (await hasExpiredCodes(read, at)) await database.write((tx) => deleteExpiredCodes(tx, at))
  const present = database.now()
  const keepSince = subtractMilliseconds(present, options.auditKeepMs)
  await deleteInParts(database, () => listOldEntries(read, keepSince, rowsPerWrite), deleteEntries, signal)
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
    await database.write((tx) => removeRestore(tx, ids))
    first = next
  }
  const { bytes, oldest } = await database.longSnapshot(work, (reader) => measureNewest(reader, options.auditMaxBytes))
  await deleteInParts(database, () => listEntriesBelow(read, oldest, rowsPerWrite), deleteEntries, signal)
  return signal?.aborted ? undefined : bytes
}

const deleteTokensById = async (tx: Transaction, ids: number[]) => {
  for (const id of ids) await deleteToken(tx, id)
}

/** Deletes what `list` returns, until that is nothing. */
const deleteInParts = async (
  database: Database,
  list: () => Promise<number[]>,
  deleteAll: (tx: Transaction, ids: number[]) => Promise<unknown>,
  signal: AbortSignal | undefined,
) => {
  while (!signal?.aborted) {
    const ids = await list()
    if (ids.length === 0) return
    await database.write((tx) => deleteAll(tx, ids))
  }
}

/**
 * Cleans up now, and then once in an hour. No request waits for it.
 * @param onError - called with the error of a cleanup, such as that the disk is full. The next one tries again
 */
export const scheduleCleanup = (database: Database, options: CleanupOptions, onError: (error: unknown) => void) => {
  const abort = new AbortController()
  let auditBytes = 0
  const run = async () => {
    try {
      auditBytes = (await cleanUp(database, options, abort.signal)) ?? auditBytes
    } catch (error) {
      // A library that was replaced is logged where that is noticed.
      if (!abort.signal.aborted && !(error instanceof LibraryReplaced)) onError(error)
    }
  }
  // Requests that have waited for the start come first.
  let running = waitForPendingIo().then(run)
  const timer = setInterval(() => {
    running = running.then(run)
  }, intervalMs).unref()
  return {
    /** The size of the audit trail after the last cleanup, in bytes; 0 before the first one has ended. */
    auditBytes: () => auditBytes,
    /** Stops, and waits for the current write of a cleanup that is running. */
    stop: async () => {
      clearInterval(timer)
      abort.abort()
      await running
    },
  }
}
