import { useQuery } from '@tanstack/react-query'
import { readAudit } from '../../api/audit.ts'
import type { ListedAuditEntry } from '../../api/types.ts'

/** Reads who has changed the members of a record last: the newest entry of the audit trail for each. */
export const useAuthors = (record: string): Map<string, ListedAuditEntry> => {
  const { data } = useQuery({
    queryKey: ['authors', record],
    queryFn: ({ signal }) => readAudit({ record, limit: 20 }, signal),
    gcTime: 0,
  })
  const authors = new Map<string, ListedAuditEntry>()
  for (const entry of data?.entries ?? []) {
    for (const member of Object.keys(entry.changes ?? {})) {
      if (!authors.has(member)) authors.set(member, entry)
    }
  }
  return authors
}
