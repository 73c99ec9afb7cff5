import { hasSmallCovers, SmallCover } from '../SmallCover.tsx'
import { useSummaries } from '../useSummaries.ts'
import type { Result } from './useGlobalSearch.ts'

const parse = (path: string) => {
  const [, resource = '', id] = path.split('/')
  return { resource, id: Number(id) || 0 }
}

/** Returns the function that returns what stands before a result: its cover, or an icon. */
export const useResultIcons = (results: readonly Result[]) => {
  const records = results.map(({ path }) => parse(path)).filter(({ id }) => id > 0)
  const of = (name: string) => records.filter(({ resource }) => resource === name && hasSmallCovers(name))
  const [albums, artists] = [useSummaries('albums', of('albums')), useSummaries('artists', of('artists'))]
  return ({ path, name, Icon }: Result) => {
    const { resource, id } = parse(path)
    if (id === 0 || !hasSmallCovers(resource)) return <Icon size={20} stroke={1.6} />
    const summary = (resource === 'albums' ? albums : artists)?.get(id)
    return <SmallCover resource={resource} name={name} summary={summary} />
  }
}
