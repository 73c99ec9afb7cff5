import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { nameOf, type ResourceName } from '../../resources/names.ts'

/** How long no key was pressed before the search starts, in milliseconds. */
const typingPause = 150
const maxOptions = 20

/**
 * Searches the records that a picker offers for a text. The last ones stay until the next ones have arrived.
 * @param isEnabled - whether the picker is open
 */
export const useOptions = (resource: ResourceName, text: string, isEnabled: boolean) => {
  const wanted = text.trim()
  const [q] = useDebouncedValue(wanted, typingPause)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['options', resource, q],
    queryFn: async ({ signal }) => {
      const sort = resource === 'albums' || resource === 'tracks' ? 'title' : 'name'
      const { records } = await client.search[resource](
        // TypeScript can't see that the order belongs to the resource.
        { q, limit: maxOptions, sort: sort as 'id' },
        { signal },
      )
      return records.map((record) => ({ id: record.id, name: nameOf(record) }))
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  return {
    options: data,
    /** Whether the options are those for the text, and not for one that was typed before. */
    isCurrent: data !== undefined && !isPlaceholderData && q === wanted,
  }
}
