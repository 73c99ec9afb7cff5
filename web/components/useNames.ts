import { useQueries } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { nameOf } from '../resources/names.ts'

const searchableResources = ['albums', 'artists', 'genres', 'labels', 'tracks', 'users'] as const

/** The maximum number of ids that a search takes. */
const maxIds = 1_000

const readNames = async (resource: (typeof searchableResources)[number], ids: number[], signal: AbortSignal) => {
  const { records } = await client.search[resource]({ ids, limit: maxIds }, { signal })
  return records.map((record): [string, string] => [`${resource}/${record.id}`, nameOf(record)])
}

/**
 * Reads the names of records: of at most 1,000 of each resource, and only of resources that can be searched.
 * @param paths - such as `labels/3`
 */
export const useNames = (paths: readonly string[]) => {
  const requests = searchableResources.map((resource) => {
    const ids = paths.flatMap((path) => (path.startsWith(`${resource}/`) ? Number(path.split('/')[1]) : []))
    return { resource, ids: [...new Set(ids)].sort((a, b) => a - b).slice(0, maxIds) }
  })
  const results = useQueries({
    queries: requests.map(({ resource, ids }) => ({
      queryKey: ['names', resource, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) => readNames(resource, ids, signal),
      enabled: ids.length > 0,
    })),
  })
  const names = new Map(results.flatMap(({ data = [] }) => data))
  const pathsWhere = (status: 'success' | 'pending') =>
    new Set(
      requests.flatMap(({ resource, ids }, n) =>
        results[n]?.status === status ? ids.map((id) => `${resource}/${id}`) : [],
      ),
    )
  const [read, unread] = [pathsWhere('success'), pathsWhere('pending')]
  return {
    /** Undefined as long as the name is not known. */
    get: (path: string): string | undefined => names.get(path),
    /** Whether the name is still read. */
    isReading: (path: string): boolean => unread.has(path),
    /** Whether there is no such record. */
    isMissing: (path: string): boolean => read.has(path) && !names.has(path),
  }
}
