import { hasSmallCovers, SmallCover } from '../SmallCover.tsx'
import { useSummaries } from '../useSummaries.ts'
import type { Result } from './useGlobalSearch.ts'

/** Reads the path of a record that has a small cover. */
const parse = (path: string) => {
  const [, resource, id] = /^\/(albums|artists)\/(\d+)$/.exec(path) ?? []
  return { resource: resource as 'albums' | 'artists', id: Number(id), hasCover: resource && hasSmallCovers(resource) }
}

/** Returns the function that returns what stands before a result: its cover, or an icon. */
export const useResultIcons = (results: readonly Result[]) => {
  const records = results.map(({ path }) => parse(path)).filter(({ hasCover }) => hasCover)
  const of = (name: string) => records.filter(({ resource }) => resource === name)
  const summaries = { albums: useSummaries('albums', of('albums')), artists: useSummaries('artists', of('artists')) }
  return ({ path, name, Icon }: Result) => {
    const { resource, id, hasCover } = parse(path)
    if (!hasCover) return <Icon size={20} stroke={1.6} />
    return <SmallCover resource={resource} name={name} summary={summaries[resource]?.get(id)} />
  }
}
