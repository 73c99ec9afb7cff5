import type { Limits } from '../base/limits.ts'
import { formatCount } from '../base/words.ts'
import { auditEntrySize } from './auditSchema.ts'
import type { Finding } from './finding.ts'

/** Selects the size of the audit trail in bytes, on both engines, and the size and the number of what entries keep to be undone. */
export const selectAuditSize = `SELECT coalesce(sum(${auditEntrySize}), 0) AS bytes,
  coalesce(sum(octet_length(restore)), 0) AS kept, count(restore) AS entries FROM audit`

/** A row of `selectAuditSize`. */
export interface AuditSize {
  bytes: number
  kept: number
  entries: number
}

export type AuditLimits = Pick<Limits, 'auditMaxBytes' | 'undoKeepMs'>

export const describeAudit = (
  { bytes, kept, entries }: AuditSize,
  { auditMaxBytes, undoKeepMs }: AuditLimits,
): Finding[] => {
  const days = Math.round(undoKeepMs / 86_400_000)
  const duration = days < 1 ? 'less than a day' : formatCount(days, 'days')
  const says = `changes can be undone for ${duration} (undo-keep); deletions and removed links keep ${formatMebibytes(kept)} MiB in ${formatCount(entries, 'entries')} for it`
  return [describeAuditSize(bytes, auditMaxBytes), { what: 'undo', state: 'good', says }]
}

/** The part of the maximum size from which on the operator is told. */
const noteFrom = 0.9

const formatMebibytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)

/** Compares the size of the audit trail with its maximum. The server deletes once in an hour, so it may be larger. */
const describeAuditSize = (bytes: number, auditMaxBytes: number): Finding => {
  const what = 'audit'
  const says = `${formatMebibytes(bytes)} of at most ${auditMaxBytes / 1_048_576} MiB`
  if (bytes < noteFrom * auditMaxBytes) return { what, state: 'good', says }
  return { what, state: 'note', says: `${says}: the oldest entries are deleted before audit-keep. See audit-max` }
}
