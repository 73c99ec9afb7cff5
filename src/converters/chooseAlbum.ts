import { listFirst } from '../base/words.ts'
import { firstDayOf } from './days.ts'
import type { AddNote } from './notes.ts'
import type { AlbumRow } from './trackRow.ts'

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

type Member = keyof Album

/**
 * The values of an album whose tracks may disagree: of each member the most frequent one, and of several the first by
 * path. Absent values do not count. A date counts for a more precise one that agrees.
 */
export class AlbumValues {
  private readonly counts: Partial<Record<Member, Map<string, number>>> = {}
  private rowCount = 0

  private readonly place: string
  private readonly first: AlbumRow

  /** @param first - the first track by path */
  constructor({ place, album }: { place: string; album: AlbumRow }) {
    this.place = place
    this.first = album
  }

  /** Adds what a track says. Call it for each track, sorted by path. */
  add(album: AlbumRow): void {
    for (const name of albumMembers) {
      const counts = this.counts[name]
      const value = album[name]
      // The tracks of most albums agree, and counting takes time and memory.
      if (!counts && value === this.first[name]) continue
      const shared = this.first[name]
      const started = counts ?? new Map<string, number>(shared === undefined ? [] : [[shared, this.rowCount]])
      if (value !== undefined) started.set(value, (started.get(value) ?? 0) + 1)
      this.counts[name] = started
    }
    this.rowCount++
  }

  /** @param addNote - called for each member with several values */
  choose(addNote?: AddNote): Album {
    const elected: Partial<Record<Member, string>> = {}
    for (const name of albumMembers) {
      const ranked = this.rank(name)
      if (ranked[0]) elected[name] = name === 'release_date' ? firstDayOf(ranked[0][0]) : ranked[0][0]
      if (ranked.length > 1) addNote?.(this.place, describeDisagreement(name, this.first.title, ranked))
    }
    // Every row of an album has a title, and values keep their types.
    return elected as Album
  }

  /** The values of a member, the most frequent first. */
  private rank(name: Member): RankedValue[] {
    const shared = this.first[name]
    const counts = this.counts[name] ?? new Map(shared === undefined ? [] : [[shared, this.rowCount]])
    return rankValues(name === 'release_date' ? joinDates(counts) : counts)
  }
}

type RankedValue = [value: string, count: number]

/** Sorting is stable, so equal counts keep the order of the paths. */
const rankValues = (counts: ReadonlyMap<string, number>): RankedValue[] => [...counts].sort(([, a], [, b]) => b - a)

const [yearLength, monthLength] = ['2019'.length, '2019-05'.length]

/** Counts a year or a month as the most frequent date in it, if there is one. */
const joinDates = (counts: ReadonlyMap<string, number>): Map<string, number> => {
  const joined = new Map(counts)
  for (const length of [yearLength, monthLength]) {
    for (const [date] of rankValues(joined)) {
      const lessExact = date.slice(0, length)
      const count = date === lessExact ? undefined : joined.get(lessExact)
      if (count === undefined) continue
      joined.set(date, (joined.get(date) ?? 0) + count)
      joined.delete(lessExact)
    }
  }
  return joined
}

/** The maximum number of values in a note. */
const maxListedValues = 5

const describeDisagreement = (name: keyof Album, title: string, counts: readonly RankedValue[]): string => {
  const listed = counts.map(([value, count]) => `${JSON.stringify(value)} (${count})`)
  const values = listFirst(listed, maxListedValues)
  return `The tracks of the album ${JSON.stringify(title)} differ in the ${memberNames[name]}: ${values}. The first is taken.`
}
