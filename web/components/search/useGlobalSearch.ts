import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Matches } from '../../../client/index.ts'
import { client } from '../../api/client.ts'
import { formatNumber } from '../../format.ts'
import { IconArrowRight, IconDisc, IconMicrophone2, IconMusic, IconTag, IconTags, IconUser } from '../../icons/icons.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { administrationEntries, libraryEntries, likesPath } from '../navigationEntries.ts'
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

export interface ResultGroup {
  title: string
  results: Result[]
  /** What the words count in the best result. */
  best?: number | null
  /** Records whose names are spelled like the words, where nothing is found. */
  suggestions?: Result[]
}

/**
 * Makes a group of what is found of one kind. If there is more, its last result opens the list with the same words.
 * @param many - what the kind is called in the plural
 */
const createGroup = <Listed extends { id: number }>(
  q: string,
  { path, title, many, Icon }: { path: string; title: string; many: string; Icon: typeof IconDisc },
  found: Matches<Listed> | undefined,
  describe: (record: Listed) => { name: string; description?: string | undefined },
): ResultGroup => {
  const { records, total, best, suggestions } = found ?? { records: [], total: 0, best: null, suggestions: [] }
  const results = records.map((record): Result => ({ path: `${path}/${record.id}`, Icon, ...describe(record) }))
  const count = formatNumber(total)
  const all = {
    path: `${path}?${new URLSearchParams({ q })}`,
    name: texts.search.showAll(count, many),
    Icon: IconArrowRight,
  }
  return {
    title: texts.search.group(title, count),
    best,
    suggestions: suggestions.map(({ id, name }) => ({ path: `${path}/${id}`, name, Icon })),
    results: total > records.length ? [...results, all] : results,
  }
}

const joinWithDot = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ')

/** Reads what is found in the library. A newer search aborts an older one. */
const searchLibrary = async (q: string, signal: AbortSignal): Promise<ResultGroup[]> => {
  const { albums, artists, tracks, genres, labels, users } = await client.search.all({ q, limit }, { signal })
  const describeByName = ({ name }: { name: string }) => ({ name })
  const groups = [
    createGroup(q, { path: '/albums', ...texts.albums, Icon: IconDisc }, albums, ({ title, type, label }) => ({
      name: title,
      description: joinWithDot(texts.choices[type], label?.name),
    })),
    createGroup(q, { path: '/artists', ...texts.artists, Icon: IconMicrophone2 }, artists, ({ name, label }) => ({
      name,
      description: label?.name,
    })),
    createGroup(
      q,
      { path: '/tracks', ...texts.tracks, Icon: IconMusic },
      tracks,
      ({ title, artists: ofTrack, album }) => ({
        name: title,
        description: joinWithDot(ofTrack.map(({ name }) => name).join(', '), album?.title),
      }),
    ),
    createGroup(q, { path: '/genres', ...texts.genres, Icon: IconTags }, genres, describeByName),
    createGroup(q, { path: '/labels', ...texts.labels, Icon: IconTag }, labels, describeByName),
    createGroup(q, { path: '/users', ...texts.users, Icon: IconUser }, users, ({ name, email }) => ({
      name,
      description: email,
    })),
  ]
  const suggestions = groups.flatMap((group) => group.suggestions ?? []).slice(0, limit)
  if (groups.every(({ results }) => results.length === 0))
    return [{ title: texts.search.didYouMean, results: suggestions }]
  // The best match of all is the first result.
  return groups.sort((a, b) => (a.best ?? Number.POSITIVE_INFINITY) - (b.best ?? Number.POSITIVE_INFINITY))
}

/** Searches the library and the screens. The last results stay until the next ones have arrived. */
export const useGlobalSearch = (text: string) => {
  const { user, isAdmin } = useSession()
  const wanted = text.trim()
  const [q] = useDebouncedValue(wanted, typingPause)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['everything', q, isAdmin],
    queryFn: ({ signal }) => searchLibrary(q, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const screens = [
    ...libraryEntries.filter(({ path }) => user || path !== likesPath),
    ...(isAdmin ? administrationEntries : []),
    ...(user ? [{ path: '/account', label: texts.account.title, Icon: IconUser }] : []),
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
