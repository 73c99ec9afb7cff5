import type { Transaction } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import type { Actor, Audit, AuditParts, NewEntry } from './entry.ts'
import { partsOf } from './parts.ts'
import { addEntry } from './store.ts'

/** A transaction whose changes are recorded. Stores add the entries of what they change. */
export interface AuditedTransaction extends Transaction {
  /** Adds an entry to the audit trail. It is part of the commit. */
  readonly audit: Audit
  readonly auditParts: AuditParts
}

/** `Database.write` for changes that are recorded. */
export type AuditedWrite = <T>(work: (tx: AuditedTransaction) => Promise<T>) => Promise<T>

/** A transaction of an actor. */
export const auditAs = (tx: Transaction, actor: Actor): AuditedTransaction => ({
  ...tx,
  audit: (entry) => addEntry(tx, actor, entry),
  auditParts: async ({ statement, values }) => void (await statement(tx.db).run(values)),
})

/**
 * Adds entries as parts of the one that was added last.
 * @param yieldIfDue - is awaited between statements; its error undoes the write
 */
export const addParts = async (
  { auditParts }: Pick<AuditedTransaction, 'auditParts'>,
  entries: Iterable<NewEntry>,
  yieldIfDue = async (): Promise<void> => {},
): Promise<void> => {
  for (const parts of partsOf(entries)) {
    await yieldIfDue()
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
  (work) =>
    write((tx) => work(auditAs(tx, actor)))
