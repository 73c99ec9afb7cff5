import type { AuditedTransaction } from '../../src/audit/auditedWrite.ts'
import type { Transaction } from '../../src/library/connection.ts'

/** A transaction for stores that record their changes, which adds nothing to the audit trail. */
export const unaudited = (tx: Transaction): AuditedTransaction => ({
  ...tx,
  audit: async () => {},
  auditParts: async () => {},
})
