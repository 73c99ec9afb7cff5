import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { formatDay, formatLength } from '../format.ts'
import type { ResourceName } from '../resources/names.ts'
import { texts } from '../texts/texts.ts'
import { joinNames } from './RecordLink.tsx'

/** The maximum number of ids that a search takes. */
const maxIds = 1_000

// biome-ignore lint/suspicious/noExplicitAny: what each resource has is read where it is there
const describe = ({ artists, album, label, release_date, type, duration_seconds, file_path }: any) =>
  [
    artists && joinNames(artists),
    album?.title,
    label?.name,
    release_date && formatDay(release_date),
    texts.choices[type as keyof typeof texts.choices],
    duration_seconds && formatLength(duration_seconds),
    file_path,
  ]
    .filter(Boolean)
    .join(' · ')

/** Reads what tells records of the same name apart: by their ids, in one line each. */
export const useDescriptions = (resource: ResourceName, ids: readonly number[]): ReadonlyMap<number, string> => {
  const read = ids.slice(0, maxIds)
  const { data = [] } = useQuery({
    queryKey: ['descriptions', resource, read],
    queryFn: async ({ signal }) => (await client.search[resource]({ ids: read, limit: maxIds }, { signal })).records,
    enabled: read.length > 0,
  })
  return new Map(data.map((record) => [record.id, describe(record)]))
}
