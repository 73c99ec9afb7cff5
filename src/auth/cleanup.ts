import { deleteEntries, listOldEntries } from '../audit/store.ts'
import { type Instant, now, subtractMilliseconds } from '../database/clock.ts'
import type { Database } from '../database/database.ts'
import { deleteEndedInvitations, hasEndedInvitations } from './invitations.ts'
import { deleteUnusedNetworks, hasUnusedNetworks } from './networks.ts'
import type { TokenRules } from './tokenLife.ts'
import { listEndedTokens, revokeToken } from './tokens.ts'

export interface CleanupOptions {
  tokenRules: TokenRules
  /** How long entries of the audit trail are kept, in milliseconds. Unused networks are forgotten after the same time. */
  auditKeepMs: number
}

/** How long after a cleanup the next one starts, in milliseconds. */
const intervalMs = 3_600_000

/** How many rows one write deletes. Other writes run between two such writes. */
const rowsPerWrite = 500

/**
 * Deletes what has ended: tokens, invitations, networks that were not used for long, and old entries of the audit trail.
 * @param signal - when it aborts, the cleanup stops after the current write
 */
export const cleanUp = async (database: Database, options: CleanupOptions, signal?: AbortSignal): Promise<void> => {
  const at = now()
  await cleanUpTokens(database, at, options, signal)
  if (signal?.aborted) return
  const { read } = database
  if (await hasEndedInvitations(read, at)) await database.write((tx) => deleteEndedInvitations(tx, at))
  const keepSince = subtractMilliseconds(at, options.auditKeepMs)
  if (await hasUnusedNetworks(read, keepSince)) await database.write((tx) => deleteUnusedNetworks(tx, keepSince))
  while (!signal?.aborted) {
    const ids = await listOldEntries(read, keepSince, rowsPerWrite)
    if (ids.length === 0) return
    await database.write((tx) => deleteEntries(tx, ids))
  }
}

const cleanUpTokens = async (
  database: Database,
  at: Instant,
  { tokenRules }: CleanupOptions,
  signal: AbortSignal | undefined,
) => {
  while (!signal?.aborted) {
    const ids = await listEndedTokens(database.read, at, tokenRules, rowsPerWrite)
    if (ids.length === 0) return
    await database.write(async (tx) => {
      for (const id of ids) await revokeToken(tx, id)
    })
  }
}

/**
 * Cleans up now, and then once in an hour. No request waits for it.
 * @param onError - called with the error of a cleanup, such as that the disk is full. The next one tries again
 * @returns a function that stops, and waits for the current write of a cleanup that is running
 */
export const scheduleCleanup = (
  database: Database,
  options: CleanupOptions,
  onError: (error: unknown) => void,
): (() => Promise<void>) => {
  const abort = new AbortController()
  const run = () => cleanUp(database, options, abort.signal).catch(onError)
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    abort.abort()
    await running
  }
}
