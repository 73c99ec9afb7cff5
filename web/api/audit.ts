import { formatQuery } from '../../client/search.ts'
import { client } from './client.ts'
import type { ListedAuditEntry, UndoRequest, UndoResult } from './types.ts'

export interface AuditFilter {
  /** A record such as `tracks/3`, or a kind such as `tracks`. */
  record?: string | undefined
  /** The e-mail address or the id of the user who made the change. */
  user?: string | undefined
  /** An action, or several with commas between them. */
  action?: string | undefined
  /** A text in the changes. */
  q?: string | undefined
  /** The id of an entry: only that and its parts. */
  entry?: number | undefined
  /** A day or an instant. */
  since?: string | undefined
  /** Only entries from before this day or instant. */
  until?: string | undefined
}

/** Entries, the newest first. */
export interface AuditPage {
  entries: ListedAuditEntry[]
  /** What `before` of the next page is; undefined when there are no older entries. A page with few or no entries may have it. */
  next: number | undefined
}

/** Reads the newest entries. @param before - only entries with a lower id */
export const readAudit = async (
  filter: AuditFilter & { limit: number; before?: number | undefined },
  signal: AbortSignal,
): Promise<AuditPage> => {
  const path = `/console/api/audit?${formatQuery(filter)}`
  const { records, next } = await client.requestPage<ListedAuditEntry>(path, { signal })
  const before = next && new URLSearchParams(next.split('?')[1]).get('before')
  return { entries: records, next: before ? Number(before) : undefined }
}

/**
 * Undoes an entry, or returns what that would change, and changes nothing. With the digest of a preview, the error is a 409 if this would
 * not be what that has shown.
 */
export const undoEntry = (id: number, request: UndoRequest = {}, signal?: AbortSignal): Promise<UndoResult> =>
  client.request('POST', `/console/api/audit/${id}/revert`, { body: request, signal })
