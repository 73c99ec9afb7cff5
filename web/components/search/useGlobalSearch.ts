import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { IconDisc, IconMicrophone2, IconMusic, IconTag, IconTags, IconUser } from '../../icons/icons.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { administrationEntries, libraryEntries } from '../navigationEntries.ts'
import { typingPause } from '../typingPause.ts'

/** The maximum number of results of a kind. */
const limit = 5

/** Something that the search has found. */
export interface Result {
  path: string
  name: string
  description?: string | undefined
  Icon: typeof IconDisc
}

interface ResultGroup {
  title: string
  results: Result[]
}

/** Reads what is found in the library. A newer search aborts an older one. */
const searchLibrary = async (q: string, isAdmin: boolean, signal: AbortSignal): Promise<ResultGroup[]> => {
  const parameters = { q, limit }
  const { search } = client
  const [albums, artists, tracks, genres, labels, users] = await Promise.all([
    search.albums(parameters, { signal }),
    search.artists(parameters, { signal }),
    search.tracks(parameters, { signal }),
    search.genres(parameters, { signal }),
    search.labels(parameters, { signal }),
    isAdmin ? search.users(parameters, { signal }) : undefined,
  ])
  return [
    {
      title: texts.albums.title,
      results: albums.records.map(({ id, title, type, label }) => ({
        path: `/albums/${id}`,
        name: title,
        description: [texts.choices[type], label?.name].filter(Boolean).join(' · '),
        Icon: IconDisc,
      })),
    },
    {
      title: texts.artists.title,
      results: artists.records.map(({ id, name, label }) => ({
        path: `/artists/${id}`,
        name,
        description: label?.name,
        Icon: IconMicrophone2,
      })),
    },
    {
      title: texts.tracks.title,
      results: tracks.records.map(({ id, title, artists: ofTrack, album }) => ({
        path: `/tracks/${id}`,
        name: title,
        description: [ofTrack.map(({ name }) => name).join(', '), album?.title].filter(Boolean).join(' · '),
        Icon: IconMusic,
      })),
    },
    {
      title: texts.genres.title,
      results: genres.records.map(({ id, name }) => ({ path: `/genres/${id}`, name, Icon: IconTags })),
    },
    {
      title: texts.labels.title,
      results: labels.records.map(({ id, name }) => ({ path: `/labels/${id}`, name, Icon: IconTag })),
    },
    {
      title: texts.users.title,
      results: (users?.records ?? []).map(({ id, name, email }) => ({
        path: `/users/${id}`,
        name,
        description: email,
        Icon: IconUser,
      })),
    },
  ]
}

/** Searches the library and the screens. The last results stay until the next ones have arrived. */
export const useGlobalSearch = (text: string) => {
  const { isAdmin } = useSession()
  const wanted = text.trim()
  const [q] = useDebouncedValue(wanted, typingPause)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['everything', q, isAdmin],
    queryFn: ({ signal }) => searchLibrary(q, isAdmin, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const screens = [
    ...libraryEntries,
    ...(isAdmin ? administrationEntries : []),
    { path: '/account', label: texts.account.title, Icon: IconUser },
  ].filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
  const groups = [
    {
      title: texts.search.screens,
      results: screens.map(({ path, label, Icon }): Result => ({ path, name: label, Icon })),
    },
    ...((wanted !== '' && data) || []),
  ]
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    error,
    /** Whether the results are those for the text, and not for one that was typed before. */
    isCurrent: wanted === '' || (q === wanted && !isPlaceholderData && (data !== undefined || error !== null)),
  }
}
