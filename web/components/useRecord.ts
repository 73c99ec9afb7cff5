import { useQuery } from '@tanstack/react-query'
import { ApiError, type Client } from '../../client/index.ts'
import { client } from '../api/client.ts'
import { texts } from '../texts/texts.ts'

type ReadRecords = { [Name in 'genres' | 'labels' | 'tracks' | 'users']: Awaited<ReturnType<Client[Name]['get']>> }

const notFound = () => new ApiError(texts.errors.notFound, { status: 404, headers: new Headers() })

/** Reads a record by its path. @param id - without it nothing is read */
export const useRecord = <Name extends keyof ReadRecords>(resource: Name, id: number | undefined) =>
  useQuery({
    queryKey: [resource, id],
    // TypeScript can't see that the record belongs to the same name.
    queryFn: async ({ signal }) => {
      // An address may have any text in the place of the id.
      if (!Number.isSafeInteger(id)) throw notFound()
      return (await client[resource].get(id ?? 0, { signal })) as ReadRecords[Name]
    },
    enabled: id !== undefined,
  })

/**
 * Reads an artist or an album as lists have it. The response of its own path has all of its tracks, which may be thousands.
 * A record that is missing is the same error as there.
 */
export const useListedRecord = <Name extends 'albums' | 'artists'>(resource: Name, id: number) => {
  type Found = Awaited<ReturnType<(typeof client.search)[Name]>>['records'][number]
  return useQuery({
    queryKey: [resource, id, 'listed'],
    queryFn: async ({ signal }): Promise<Found> => {
      const { records } = Number.isSafeInteger(id)
        ? await client.search[resource]({ ids: [id] }, { signal })
        : { records: [] }
      const [record] = records
      if (!record) throw notFound()
      // TypeScript can't see that the search belongs to the same name.
      return record as Found
    },
  })
}
