import { useQuery } from '@tanstack/react-query'
import { readSummaries } from '../api/console.ts'

/** Reads what belongs to the records of a page, in numbers. */
export const useSummaries = <Name extends Parameters<typeof readSummaries>[0]>(
  resource: Name,
  records: readonly { id: number }[] | undefined,
) => {
  const ids = records?.map(({ id }) => id) ?? []
  const { data } = useQuery({
    queryKey: ['summaries', resource, ids],
    queryFn: ({ signal }) => readSummaries(resource, ids, signal),
    enabled: ids.length > 0,
    placeholderData: (previous, query) => (query?.queryKey[1] === resource ? previous : undefined),
  })
  return data
}
