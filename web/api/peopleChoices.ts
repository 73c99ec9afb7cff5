import type { PeopleChange } from './types.ts'

/** What a seed does with a change by people. */
export type PeopleWay = 'keep' | 'overwrite'

/** What a seed does with all changes by people, as parameters of its request. */
export interface PeopleChoices {
  people: PeopleWay
  /** The paths of the changes for which the other way holds. */
  people_except: readonly string[]
}

/** The maximum length of `people_except` in a request. */
const maxLength = 4_000

const fits = (paths: readonly string[]) => paths.join().length <= maxLength

const otherWay = (way: PeopleWay): PeopleWay => (way === 'keep' ? 'overwrite' : 'keep')

/** What is chosen for a change. */
export const wayOf = ({ people, people_except }: PeopleChoices, change: PeopleChange): PeopleWay =>
  people_except.includes(change.path) ? otherWay(people) : people

/**
 * Returns the choices with another one for a change; undefined if a request can't have so many.
 *
 * Where the paths would be too long, the way for all and the exceptions change places. Before that the way for all stays: a change that is
 * found later has the way that the user has chosen for all.
 */
export const chooseFor = (
  { people, people_except }: PeopleChoices,
  { changed_by_people, more_changed_by_people }: { changed_by_people: PeopleChange[]; more_changed_by_people: number },
  change: PeopleChange,
  way: PeopleWay,
): PeopleChoices | undefined => {
  const others = people_except.filter((other) => other !== change.path)
  const except = way === people ? others : [...others, change.path]
  if (fits(except)) return { people, people_except: except }
  // The paths of those that are not listed are not known.
  if (more_changed_by_people > 0) return
  const rest = changed_by_people.map(({ path }) => path).filter((path) => !except.includes(path))
  return fits(rest) ? { people: otherWay(people), people_except: rest } : undefined
}
