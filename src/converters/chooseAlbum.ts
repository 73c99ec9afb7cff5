import { listFirst } from '../base/words.ts'
import type { AddNote } from './notes.ts'
import type { AlbumRow } from './trackRow.ts'

/** A track with an album. */
export interface AlbumMember {
  place: string
  path: string
  album: AlbumRow
  /** The entry of the track. Its album becomes the key of the album's entry. */
  entry: { album?: string }
}

/** The members of an album, without the key. */
export type Album = Omit<AlbumRow, 'key' | 'former'>

/** The members of an album in the order of the catalogue file, with the names that notes give them. */
const memberNames = {
  title: 'title',
  artist: 'album artist',
  label: 'label',
  type: 'type',
  cover_path: 'cover',
  release_date: 'date',
} as const satisfies Record<keyof Album, string>

const albumMembers = Object.keys(memberNames) as (keyof Album)[]

/**
 * The values of an album whose tracks may disagree: of each member the most frequent one, and of several the first by
 * path. Absent values do not count.
 * @param members - sorted by path
 * @param addNote - called for each member with several values
 */
export const chooseAlbum = (members: readonly AlbumMember[], addNote?: AddNote): Album => {
  const elected: Partial<Record<keyof Album, string>> = {}
  for (const name of albumMembers) {
    const [first, ...others] = rankValues(members, name)
    if (!first) continue
    elected[name] = first[0]
    if (others.length === 0 || !members[0]) continue
    addNote?.(members[0].place, describeDisagreement(name, members[0].album.title, [first, ...others]))
  }
  // Every row of an album has a title, and values keep their types.
  return elected as Album
}

type RankedValue = [value: string, count: number]

/** The values of a member, the most frequent first. */
const rankValues = (members: readonly AlbumMember[], name: keyof Album): RankedValue[] => {
  const shared = members[0]?.album[name]
  // The tracks of most albums agree, and counting takes time and memory.
  if (members.every(({ album }) => album[name] === shared))
    return shared === undefined ? [] : [[shared, members.length]]
  const counts = new Map<string, number>()
  for (const { album } of members) {
    const value = album[name]
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  // Sorting is stable, so equal counts keep the order of the paths.
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** The maximum number of values in a note. */
const maxListedValues = 5

const describeDisagreement = (name: keyof Album, title: string, counts: readonly RankedValue[]): string => {
  const listed = counts.map(([value, count]) => `${JSON.stringify(value)} (${count})`)
  const values = listFirst(listed, maxListedValues)
  return `The tracks of the album ${JSON.stringify(title)} differ in the ${memberNames[name]}: ${values}. The first is taken.`
}
