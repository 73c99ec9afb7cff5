import { type Static, Type } from '@sinclair/typebox'
import type { AuditedWrite } from '../../audit/auditedWrite.ts'
import type { NewEntry } from '../../audit/entry.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import type { LongWork } from '../../library/longWork.ts'
import { Flag } from '../../validation/choice.ts'
import { Digest, requireDigest } from '../../validation/digest.ts'
import { applyChanges } from './apply.ts'
import type { ChangeSet } from './changeSet.ts'

/** A set of changes that was found in one state of the library. */
export interface FoundChanges {
  changes: ChangeSet
  /** The entry of the audit trail that has the changes as its parts; undefined if there are none. */
  entry: NewEntry | undefined
}

/** The members of a request that say whether changes are only found, and which ones are made. */
export const RunOptions = Type.Object({
  dry_run: Type.Optional(Flag()),
  /** Of a dry run: exactly what it has found is changed. */
  digest: Type.Optional(Digest()),
})
export type RunOptions = Static<typeof RunOptions>

export interface RunContext {
  write: AuditedWrite
  longWork: LongWork
}

/**
 * Finds changes, and makes them unless it is a dry run: all of them or none. They are found again in the transaction that makes them.
 * @param find - throws if the changes can't be made
 * @param check - throws if the changes that were found must not be made
 * @throws Conflict if the changes are not those of the digest
 */
export const runChanges = async <Found extends FoundChanges>(
  database: Pick<Database, 'longSnapshot'>,
  { write, longWork }: RunContext,
  { dry_run = false, digest }: RunOptions,
  find: (read: Reader) => Promise<Found>,
  check?: (found: Found) => void,
): Promise<Found> => {
  if (dry_run) return database.longSnapshot(longWork, find)
  return write(async (tx) => {
    const found = await find(tx.db)
    check?.(found)
    requireDigest(found.changes.digest, digest)
    await applyChanges(tx, found)
    return found
  }, longWork)
}
