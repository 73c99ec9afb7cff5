import type { Transaction } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import type { LongWork } from '../library/longWork.ts'
import type { Actor, Audit, NewEntry } from './entry.ts'
import { type AuditParts, partsOf } from './entryParts.ts'
import { addEntry } from './store.ts'

/** A transaction whose changes are recorded. Stores add the entries of what they change. */
export interface AuditedTransaction extends Transaction {
  /** Adds an entry to the audit trail. It is part of the commit. */
  readonly audit: Audit
  readonly auditParts: AuditParts
}

/** `Database.write` for changes that are recorded. */
export type AuditedWrite = <T>(run: (tx: AuditedTransaction) => Promise<T>, work?: LongWork) => Promise<T>

/** A transaction of an actor. */
export const auditAs = (tx: Transaction, actor: Actor): AuditedTransaction => ({
  ...tx,
  audit: (entry) => addEntry(tx, actor, entry),
  auditParts: async ({ statement, values }) => void (await statement(tx.db).run(values)),
})

/** Adds entries as parts of the one that was added last. */
export const addParts = async (
  { auditParts }: Pick<AuditedTransaction, 'auditParts'>,
  entries: Iterable<NewEntry>,
): Promise<void> => {
  for (const parts of partsOf(entries)) {
    await auditParts(parts)
  }
}

/** A transaction whose entries are parts of the one that was added last: all that it changes is one action. */
export const auditAsParts = (tx: AuditedTransaction): AuditedTransaction => ({
  ...tx,
  audit: (entry) => addParts(tx, [entry]),
})

/** Creates the write of an actor. */
export const createAuditedWrite =
  (write: Database['write'], actor: Actor): AuditedWrite =>
  (run, work) =>
    write((tx) => run(auditAs(tx, actor)), work)
