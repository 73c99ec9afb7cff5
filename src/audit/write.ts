import type { Instant } from '../database/clock.ts'
import type { Writer } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import type { Actor, Audit } from './entry.ts'
import { addEntry } from './store.ts'

type Work<T> = (tx: Writer, now: Instant, audit: Audit) => Promise<T>

/** `Database.write`, whose work can add entries to the audit trail. They are part of its commit. */
export type AuditedWrite = <T>(work: Work<T>) => Promise<T>

/** Creates the write of an actor. */
export const createAuditedWrite =
  (write: Database['write'], actor: Actor): AuditedWrite =>
  (work) =>
    write((tx, now) => work(tx, now, (entry) => addEntry(tx, now, actor, entry)))
