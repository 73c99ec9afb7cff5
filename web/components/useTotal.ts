import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'

/** Reads how many records belong to a genre or a label. */
export const useTotal = (resource: 'albums' | 'tracks', filters: { genre_id: number } | { label_id: number }) => {
  const { data } = useQuery({
    queryKey: ['total', resource, filters],
    queryFn: async ({ signal }) => (await client.search[resource]({ ...filters, limit: 1 }, { signal })).total,
  })
  return data
}
