import { auditEntrySize } from '../database/auditSchema.ts'
import type { Finding } from './finding.ts'

/** Selects the size of the audit trail in bytes, on both engines. */
export const selectAuditSize = `SELECT coalesce(sum(${auditEntrySize}), 0) AS bytes FROM audit`

/** The part of the maximum size from which on the operator is told. */
const noteFrom = 0.9

const formatMebibytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)

/** Compares the size of the audit trail with its maximum. The server deletes once in an hour, so it may be larger. */
export const describeAuditSize = (bytes: number, maxBytes: number): Finding => {
  const what = 'audit'
  const says = `${formatMebibytes(bytes)} of at most ${maxBytes / 1_048_576} MiB`
  if (bytes < noteFrom * maxBytes) return { what, state: 'good', says }
  return { what, state: 'note', says: `${says}: the oldest entries are deleted before audit-keep. See audit-max` }
}
