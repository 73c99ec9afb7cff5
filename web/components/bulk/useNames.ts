import { useQueries } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { nameOf } from '../../resources/names.ts'
import type { PickedResource } from '../edit/choice.ts'

/** The maximum number of ids of a search. */
const maxIds = 1000

/** Reads the names of records. The keys are their paths, such as `labels/3`. Those of more than 1,000 are left out. */
export const useNames = (records: { resource: PickedResource; id: number }[]): Map<string, string> => {
  const byResource = Map.groupBy(records, ({ resource }) => resource)
  const results = useQueries({
    queries: [...byResource].map(([resource, found]) => {
      const ids = [...new Set(found.map(({ id }) => id))].slice(0, maxIds)
      return {
        queryKey: ['names', resource, ids],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const page = await client.search[resource]({ ids, limit: maxIds }, { signal })
          return page.records.map((record): [string, string] => [`${resource}/${record.id}`, nameOf(record)])
        },
      }
    }),
  })
  return new Map(results.flatMap(({ data = [] }) => data))
}
