import { Failure } from '../faults.ts'
import { differs, differsInSight, membersChanged } from './differences.ts'
import { type SectionName, sectionNames } from './format.ts'
import { Matcher, type Verdict } from './match.ts'
import { step } from './problems.ts'
import { sum } from './report.ts'
import { pageSize, type Row, type Section, sections, type Wanted } from './sections.ts'
import { tidy } from './tidy.ts'
import { type Resolve, resolver, type Work } from './work.ts'
import { countLikes, lastId, recordWriter, removeRecords } from './write.ts'

/** Brings the library in line with the file. Where it notes problems, what it wrote must be taken back. */
export const reconcile = async (work: Work): Promise<void> => {
  // A section at a time, since each refers only to those before it.
  for (const name of sectionNames) await reconcileSection(work, sections[name])
  if (work.options.prune && work.problems.count === 0) await prune(work)
}

const reconcileSection = async (work: Work, section: Section) => {
  const matcher = new Matcher(work.catalogue[section.name].length)
  const rows = takeIn(work, section, matcher)
  await scan(work, section, matcher, rows)
  await write(work, section, matcher, rows)
}

/** Takes the entries in: their references have to name one record each, and their identities have to be their own. */
const takeIn = (work: Work, section: Section, matcher: Matcher): Wanted[] => {
  let at = 0
  const resolve = resolver(work, section.name, () => at)
  // In place, since a large file should be held only once: an entry is what is wanted, once its references are ids.
  const rows = work.catalogue[section.name] as unknown as Wanted[]
  for (; at < rows.length; at++) {
    if (at % pageSize === 0) tidy()
    const wanted = rows[at] as Wanted // within its length
    for (const member in section.references) resolveMember(section, wanted, member, resolve)
    const other = matcher.enter(at, keyOf(wanted), section.identity(wanted))
    if (other !== undefined) work.problems.add(step(section.name) + step(at), sharedIdentity(section, wanted, other))
  }
  return rows
}

const resolveMember = ({ references }: Section, wanted: Wanted, member: string, resolve: Resolve) => {
  const target = references[member] as SectionName // a member of theirs
  const value: unknown = wanted[member]
  if (typeof value === 'string') wanted[member] = resolve(target, value, member)
  if (!Array.isArray(value)) return
  for (let item = 0; item < value.length; item++) value[item] = resolve(target, value[item], member, item)
  wanted[member] = ascending(value)
}

/** The ids in order, each once; the array itself where it is so already, as making others adds up. */
const ascending = (ids: number[]): number[] => {
  if (ids.every((id, at) => at === 0 || (ids[at - 1] ?? 0) < id)) return ids
  ids.sort((a, b) => a - b)
  return ids.every((id, at) => id !== ids[at - 1]) ? ids : [...new Set(ids)]
}

const keyOf = ({ key }: Wanted) => key as string | undefined // the format has no other keys

const sharedIdentity = ({ name, identifiedBy }: Section, wanted: Wanted, other: number) => {
  const [shared, remedy] =
    wanted.key === undefined ? [identifiedBy, 'Give each a key'] : ['key', 'Give this one another key']
  return `Number ${other + 1} of ${name} has the same ${shared}. ${remedy}, or take one out.`
}

/** Goes through the library's records of a section, and offers each to the entries that may mean it. */
const scan = async (work: Work, section: Section, matcher: Matcher, rows: Wanted[]) => {
  for (let page = await section.page(work.tx, 0); page.length > 0; ) {
    tidy()
    for (const row of page) {
      const fitting = matcher.entriesFor(row, section.identity(row))
      if (fitting.length === 0) leave(work, section, row)
      for (const at of fitting) {
        const wanted = rows[at] as Wanted // the matcher only knows positions of entries
        matcher.offer(at, wanted.key !== undefined, row, differs(row, wanted))
      }
    }
    page = await section.page(work.tx, page.at(-1)?.id ?? 0)
  }
}

/** Takes note of a record that the file does not have. */
const leave = (work: Work, section: Section, row: Row) => {
  const directory = work.directories[section.name]
  const name = String(row[section.called])
  if (!work.options.prune) {
    if (section.name !== 'tracks') directory.add(row.id, row.key, name)
    return
  }
  directory.note(row.id, name)
  work.rest[section.name].push(row.id)
  work.report.sections[section.name].deleted++
  if (work.options.listChanges) {
    work.report.changes.push({ section: section.name, action: 'delete', ...title(section, row) })
  }
}

/** Makes or changes the record of each entry. */
const write = async (work: Work, section: Section, matcher: Matcher, rows: Wanted[]) => {
  const { tx, now, problems, options } = work
  const writer = recordWriter(tx, now, section.name)
  let last = await lastId(tx, section.name)

  for (let at = 0; at < rows.length; at++) {
    const wanted = rows[at] as Wanted // within its length
    const verdict = matcher.decide(at, wanted.key !== undefined)
    for (const row of verdict.passedOver) leave(work, section, row)
    checkVerdict(work, section, matcher, at, verdict)

    const id = verdict.id ?? ++last
    work.ids[section.name][at] = id
    if (section.name !== 'tracks') {
      work.directories[section.name].add(id, keyOf(wanted) ?? verdict.key, String(wanted[section.called]))
    }
    note(work, section, verdict, wanted)
    const changes = verdict.id === undefined || verdict.before !== undefined
    if (changes && problems.count === 0)
      await writer.add(after(work, section, id, verdict.before, wanted), verdict.before)
    if (++work.done % pageSize > 0) continue
    tidy()
    await options.onProgress?.(work.done, work.total)
  }
  await writer.flush()
  await options.onProgress?.(work.done, work.total)
}

const checkVerdict = (
  { problems }: Work,
  { name, kind, identifiedBy }: Section,
  matcher: Matcher,
  at: number,
  { id, before, several }: Verdict,
) => {
  const pointer = step(name) + step(at)
  if (several) {
    const ids = several.join(', ')
    problems.add(
      pointer,
      `The library has several ${name} with this ${identifiedBy}: ids ${ids}. Nothing tells which one is meant; change or remove the others there.`,
    )
  }
  if (id === undefined || before?.key !== null) return
  const other = matcher.adopt(id, at)
  if (other === undefined) return
  problems.add(
    pointer,
    `The ${kind} with id ${id} in the library has no key and could be this one or number ${other + 1} of ${name}. Seed one of the two first.`,
  )
}

/** The record as it will be. What the file leaves out stays; only what the API shows renews `updated_at`. */
const after = ({ now }: Work, { blank }: Section, id: number, before: Row | undefined, wanted: Wanted): Row => {
  const row = { ...blank, created_at: now, updated_at: now, ...before, ...wanted, id } as Row // blank has the members
  if (before && differsInSight(before, wanted)) row.updated_at = now
  return row
}

const note = (work: Work, section: Section, { id, before }: Verdict, wanted: Wanted) => {
  const action = id === undefined ? 'create' : before ? 'update' : undefined
  const counts = work.report.sections[section.name]
  if (!action) counts.unchanged++
  if (action === 'create') counts.created++
  if (action === 'update') counts.updated++
  if (!action || !work.options.listChanges) return
  const members = before && membersChanged(before, wanted, section, work.directories)
  work.report.changes.push({
    section: section.name,
    action,
    ...title(section, { ...before, ...wanted }),
    ...(members && { members }),
  })
}

const title = ({ called, identifiedBy }: Section, row: Wanted) => ({
  name: String(row[identifiedBy === 'file_path' ? 'file_path' : called]),
  ...(typeof row.key === 'string' && { key: row.key }),
})

/** Deletes what the file does not have, first what refers to others. */
const prune = async ({ tx, rest, report, options }: Work) => {
  if (sum(report, 'deleted') > (options.mayDelete ?? Number.POSITIVE_INFINITY)) {
    throw new Failure('The library has changed meanwhile, and more would be deleted. Nothing was changed; try again.')
  }
  report.likes_deleted = await countLikes(tx, rest.tracks)
  for (const name of sectionNames.toReversed()) await removeRecords(tx, name, rest[name])
}
