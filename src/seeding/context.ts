import type { Instant } from '../database/clock.ts'
import type { Writer } from '../database/connection.ts'
import { type Catalogue, type SectionName, sectionNames } from './format.ts'
import { type ProblemList, step } from './problems.ts'
import { ReferenceIndex } from './referenceIndex.ts'
import { newReport, type Report } from './report.ts'

export interface SeedOptions {
  /** Delete the catalogue records that the file does not have. */
  prune?: boolean
  /** Refuse to delete more than was agreed to. */
  mayDelete?: { records: number; likes: number }
  /** List so many changes of each section in the report; none without it. */
  listChanges?: number
  /** Told now and then how many of the file's records are done. */
  onProgress?: (done: number, total: number) => Promise<void>
}

/** What one run over a catalogue knows. */
export interface SeedContext {
  tx: Writer
  now: Instant
  catalogue: Catalogue
  options: SeedOptions
  problems: ProblemList
  report: Report
  directories: Record<SectionName, ReferenceIndex>
  /** The names that the library's records had before; only where changes are listed. */
  formerly: Record<SectionName, Map<number, string>>
  /** The ids of the records that each section's entries mean. */
  ids: Record<SectionName, Float64Array>
  /** The ids of the records that the file does not have. */
  rest: Record<SectionName, number[]>
  /** How many changes of each section are listed. */
  listed: Record<SectionName, number>
  /** How many entries are done, and how many there are. */
  done: number
  total: number
}

export const createContext = (
  tx: Writer,
  now: Instant,
  catalogue: Catalogue,
  problems: ProblemList,
  options: SeedOptions,
): SeedContext => ({
  tx,
  now,
  catalogue,
  options,
  problems,
  report: newReport(),
  directories: each(() => new ReferenceIndex(options.listChanges !== undefined)),
  formerly: each(() => new Map()),
  ids: each((name) => new Float64Array(catalogue[name].length)),
  rest: each(() => []),
  listed: each(() => 0),
  done: 0,
  total: sectionNames.reduce((sum, name) => sum + catalogue[name].length, 0),
})

const each = <T>(make: (name: SectionName) => T) =>
  Object.fromEntries(sectionNames.map((name) => [name, make(name)])) as Record<SectionName, T>

/** Finds the id that a reference names, which is a member of the entry, or an item of a member. */
export type Resolve = (target: SectionName, reference: string, member: string, item?: number) => number

/** As many as a message names. */
const named = 10

/** Finds what references of a section's entry name, and notes those that name nothing, or several records. */
export const resolver = (
  { directories, ids, problems, options }: SeedContext,
  section: SectionName,
  place: () => number,
): Resolve => {
  return (target, reference, member, item) => {
    const found = directories[target].find(reference)
    if (typeof found === 'number') return found
    const pointer = step(section) + step(place()) + step(member) + (item === undefined ? '' : step(item))
    const text = JSON.stringify(reference)
    if (found) {
      problems.add(pointer, () => {
        const list = found.slice(0, named).map((id) => placeOf(ids[target], target, id))
        const more = found.length > named ? ` and ${found.length - named} more` : ''
        return `${text} fits several ${target}: ${list.join(', ')}${more}. Name one by its key; give it one if it has none.`
      })
    } else {
      const where = options.prune ? 'in the file' : 'in the file or in the library'
      problems.add(pointer, `${text} is no key or name of ${target} ${where}. Add it to ${target}, or correct it.`)
    }
    // An id that no record has, and no other entry either.
    return -1 - place()
  }
}

/** How people find a record: by its place in the file, or by its id. */
const placeOf = (ids: Float64Array, section: SectionName, id: number) => {
  const at = ids.indexOf(id)
  return at < 0 ? `id ${id} in the library` : `number ${at + 1} of ${section}`
}
