import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readSummaries } from '../api/console.ts'

type Summaries<Name extends Parameters<typeof readSummaries>[0]> = Awaited<ReturnType<typeof readSummaries<Name>>>

/** Reads what belongs to the records of a page, in numbers. */
export const useSummaries = <Name extends Parameters<typeof readSummaries>[0]>(
  resource: Name,
  records: readonly { id: number }[] | undefined,
) => {
  const ids = records?.map(({ id }) => id) ?? []
  const cache = useQueryClient().getQueryCache()
  /** What other screens have read about all the records, so that nothing appears a second time. */
  const findRead = () => {
    const queries = cache.findAll({ queryKey: ['summaries', resource] })
    const read = queries.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
    const known: Summaries<Name> = new Map(read.flatMap(({ state }) => [...((state.data ?? []) as Summaries<Name>)]))
    return ids.every((id) => known.has(id)) ? known : undefined
  }
  const { data } = useQuery({
    queryKey: ['summaries', resource, ids],
    queryFn: ({ signal }) => readSummaries(resource, ids, signal),
    enabled: ids.length > 0,
    placeholderData: (previous, query) => findRead() ?? (query?.queryKey[1] === resource ? previous : undefined),
  })
  return data
}
