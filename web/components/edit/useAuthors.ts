import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import type { ResourceName } from '../../resources/names.ts'

/** What the console reads of an entry of the audit trail. */
interface Entry {
  created_at: string
  /** Null for a change that no account has made, such as a seed. */
  email: string | null
  changes: Record<string, unknown> | null
}

/** Reads who has changed the members of a record last: the newest entry of the audit trail for each. */
export const useAuthors = (resource: ResourceName, id: number): Map<string, Entry> => {
  const { data = [] } = useQuery({
    queryKey: ['authors', resource, id],
    queryFn: ({ signal }) =>
      client.request<Entry[]>('GET', `/console/api/audit?record=${resource}/${id}&limit=20`, { signal }),
    gcTime: 0,
  })
  const authors = new Map<string, Entry>()
  for (const entry of data) {
    for (const member of Object.keys(entry.changes ?? {})) {
      if (!authors.has(member)) authors.set(member, entry)
    }
  }
  return authors
}
