import type { Database } from '../../../src/library/database.ts'
import { mergeIntoFile } from '../../../src/seeding/merge/mergeIntoFile.ts'
import type { PeopleWay } from '../../../src/seeding/report/peopleChange.ts'
import type { Report } from '../../../src/seeding/report/report.ts'
import type { Client } from '../../support/client.ts'
import { seedText } from '../../support/seedText.ts'

type Options = NonNullable<Parameters<typeof seedText>[2]>

/** Seeds a catalogue, and keeps or overwrites what people have changed. The preview has to have the same report. */
export const seed = async (library: Database, file: unknown, way: PeopleWay = 'overwrite', options: Options = {}) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const all = { people: { way }, ...options }
  const preview = await seedText(library, text, { ...all, dryRun: true })
  const report = await seedText(library, text, all)
  if (!Bun.deepEquals(report, preview)) throw new Error('The preview has another report than the seed.')
  return report
}

/** What a report lists, such as `labels/3 changed name kept`. */
export const listOf = ({ changed_by_people }: Report): string[] =>
  changed_by_people.map(({ section, id, kind, member, is_kept }) =>
    [`${section}/${id}`, kind, member, is_kept && 'kept'].filter(Boolean).join(' '),
  )

/** The list of the next seed, and what it would create, update, merge and delete. */
export const nextSeed = async (library: Database, file: unknown, options: Options = {}) => {
  const report = await seedText(library, JSON.stringify(file), { ...options, dryRun: true })
  const counts = Object.values(report.sections)
  const changed = counts.reduce((sum, count) => sum + count.created + count.updated + count.merged + count.deleted, 0)
  return { list: listOf(report), changed }
}

/** What a seed does that finds nothing to do. */
export const nothing = { list: [], changed: 0 }

/** The names of all records of a resource, in the order of their ids. */
export const namesOf = async (client: Client, path: string): Promise<string[]> => {
  const { body } = await client.get(path)
  return body.map(({ name, title }: { name?: string; title?: string }) => name ?? title)
}

export const mergedText = async (library: Database, text: string, options: Parameters<typeof mergeIntoFile>[2] = {}) =>
  (await mergeIntoFile(library, text, options)).text
