import { OperationalError } from '../errors.ts'
import { type Resolve, resolver, type SeedContext } from './context.ts'
import { changedMembers, differs, differsPublicly } from './diff.ts'
import { type SectionName, sectionNames } from './format.ts'
import { type Match, Matcher } from './match.ts'
import { step } from './problems.ts'
import { type Change, sum } from './report.ts'
import { type Entry, pageSize, type Row, type Section, sections } from './sections.ts'
import { collectGarbage } from './tidy.ts'
import { countLikes, countReferences, lastId, recordWriter, removeRecords } from './write.ts'

/** Brings the library in line with the file. Where it notes problems, what it wrote must be taken back. */
export const reconcile = async (work: SeedContext): Promise<void> => {
  // A section at a time, since each refers only to those before it.
  for (const name of sectionNames) await reconcileSection(work, sections[name])
  if (work.options.prune && work.problems.count === 0) await prune(work)
}

const reconcileSection = async (work: SeedContext, section: Section) => {
  const matcher = new Matcher(work.catalogue[section.name].length)
  const rows = resolveEntries(work, section, matcher)
  await scan(work, section, matcher, rows)
  await write(work, section, matcher, rows)
}

/** Takes the entries in: their references have to name one record each, and their identities have to be their own. */
const resolveEntries = (work: SeedContext, section: Section, matcher: Matcher): Entry[] => {
  let at = 0
  const resolve = resolver(work, section.name, () => at)
  // In place, since a large file should be held only once: an entry is what is wanted, once its references are ids.
  const rows = work.catalogue[section.name] as unknown as Entry[]
  for (; at < rows.length; at++) {
    if (at % pageSize === 0) collectGarbage()
    const wanted = rows[at] as Entry // within its length
    for (const member in section.references) resolveMember(section, wanted, member, resolve)
    const other = matcher.addEntry(at, keyOf(wanted), section.identity(wanted))
    if (other !== undefined) work.problems.add(step(section.name) + step(at), sharedIdentity(section, wanted, other))
  }
  return rows
}

const resolveMember = ({ references }: Section, wanted: Entry, member: string, resolve: Resolve) => {
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

const keyOf = ({ key }: Entry) => key as string | undefined // the format has no other keys

const sharedIdentity = ({ name, identifiedBy }: Section, wanted: Entry, other: number) => {
  const [shared, remedy] =
    wanted.key === undefined ? [identifiedBy, 'Give each a key'] : ['key', 'Give this one another key']
  return `Number ${other + 1} of ${name} has the same ${shared}. ${remedy}, or take one out.`
}

/** Goes through the library's records of a section, and offers each to the entries that may mean it. */
const scan = async (work: SeedContext, section: Section, matcher: Matcher, rows: Entry[]) => {
  for (let page = await section.page(work.tx, 0); page.length > 0; ) {
    collectGarbage()
    for (const row of page) {
      if (work.options.listChanges) work.formerly[section.name].set(row.id, String(row[section.called]))
      const fitting = matcher.entriesFor(row, section.identity(row))
      if (fitting.length === 0) recordUnmatched(work, section, row)
      for (const at of fitting) {
        const wanted = rows[at] as Entry // the matcher only knows positions of entries
        matcher.addCandidate(at, wanted.key !== undefined, row, differs(row, wanted))
      }
    }
    page = await section.page(work.tx, page.at(-1)?.id ?? 0)
  }
}

/** Takes note of a record that the file does not have. */
const recordUnmatched = (work: SeedContext, section: Section, row: Row) => {
  if (!work.options.prune) {
    if (section.name !== 'tracks')
      work.directories[section.name].add(row.id, String(row[section.called]), undefined, row.key)
    return
  }
  work.rest[section.name].push(row.id)
  work.report.sections[section.name].deleted++
  list(work, { section: section.name, action: 'delete', ...title(work, section, row) })
}

/** Makes or changes the record of each entry. */
const write = async (work: SeedContext, section: Section, matcher: Matcher, rows: Entry[]) => {
  const { tx, now, options } = work
  const writer = recordWriter(tx, now, section.name)
  const ids = work.ids[section.name]
  const passedOver = new Map<number, Row>()
  let last = await lastId(tx, section.name)

  for (let start = 0; start < rows.length; start += pageSize) {
    const page = rows.slice(start, start + pageSize)
    const verdicts = page.map(({ key }, at) => matcher.resolve(start + at, key !== undefined))
    const changed = verdicts.flatMap(({ id, differs }) => (id !== undefined && differs ? [id] : []))
    const before = new Map((await section.some(tx, changed)).map((row) => [row.id, row]))
    for (const [at, wanted] of page.entries()) {
      const verdict = verdicts[at] as Match // one for each
      for (const row of verdict.passedOver) passedOver.set(row.id, row)
      checkVerdict(work, section, matcher, start + at, verdict)
      const id = verdict.id ?? ++last
      ids[start + at] = id
      if (section.name !== 'tracks') {
        work.directories[section.name].add(id, String(wanted[section.called]), keyOf(wanted), verdict.key)
      }
      const row = before.get(id)
      note(work, section, verdict, wanted, row)
      if (work.problems.count > 0 || (verdict.id !== undefined && !row)) continue
      await writer.add(after(work, section, id, row, wanted), row)
    }
    work.done += page.length
    collectGarbage()
    await options.onProgress?.(work.done, work.total)
  }
  await writer.flush()
  recordPassedOver(work, section, passedOver, ids)
}

/** A record that one entry passed over may be what another one means. */
const recordPassedOver = (work: SeedContext, section: Section, rows: Map<number, Row>, ids: Float64Array) => {
  if (rows.size === 0) return
  const meant = new Set(ids)
  for (const row of rows.values()) if (!meant.has(row.id)) recordUnmatched(work, section, row)
}

const checkVerdict = (
  { problems }: SeedContext,
  { name, kind, identifiedBy }: Section,
  matcher: Matcher,
  at: number,
  { id, adopts, several }: Match,
) => {
  const pointer = step(name) + step(at)
  if (several) {
    const ids = several.slice(0, 10).join(', ') + (several.length > 10 ? ` and ${several.length - 10} more` : '')
    problems.add(
      pointer,
      `The library has several ${name} with this ${identifiedBy}: ids ${ids}. Give this ${kind} the key of one of them (export shows keys), or change the others in the library.`,
    )
  }
  if (id === undefined || !adopts) return
  const other = matcher.adopt(id, at)
  if (other === undefined) return
  problems.add(
    pointer,
    `The ${kind} with id ${id} in the library has no key and could be this one or number ${other + 1} of ${name}. Seed one of the two first.`,
  )
}

/** The record as it will be. What the file leaves out stays; only what the API shows renews `updated_at`. */
const after = (
  { now }: SeedContext,
  { defaults: blank }: Section,
  id: number,
  before: Row | undefined,
  wanted: Entry,
): Row => {
  const row = { ...blank, created_at: now, updated_at: now, ...before, ...wanted, id } as Row // blank has the members
  if (before && differsPublicly(before, wanted)) row.updated_at = now
  return row
}

const note = (work: SeedContext, section: Section, { id }: Match, wanted: Entry, before: Row | undefined) => {
  const action = id === undefined ? 'create' : before ? 'update' : undefined
  const counts = work.report.sections[section.name]
  if (!action) counts.unchanged++
  if (action === 'create') counts.created++
  if (action === 'update') counts.updated++
  if (!action || !roomFor(work, section.name)) return
  const members = before && changedMembers(before, wanted, section, work)
  const change = { ...title(work, section, { ...before, ...wanted }), ...(members && { members }) }
  list(work, { section: section.name, action, ...change })
}

const roomFor = ({ options, listed }: SeedContext, section: SectionName) => listed[section] < (options.listChanges ?? 0)

const list = (work: SeedContext, change: Change) => {
  if (!roomFor(work, change.section)) return
  work.listed[change.section]++
  work.report.changes.push(change)
}

const title = ({ directories, formerly }: SeedContext, { name, called, identifiedBy }: Section, row: Entry) => {
  const id = name === 'albums' && typeof row.label === 'number' ? row.label : undefined
  const label = id === undefined ? undefined : (directories.labels.nameOf(id) ?? formerly.labels.get(id))
  return {
    name: String(row[identifiedBy === 'file_path' ? 'file_path' : called]),
    ...(typeof row.key === 'string' && { key: row.key }),
    ...(label !== undefined && { label }),
  }
}

/** Deletes what the file does not have, first what refers to others. */
const prune = async ({ tx, rest, report, options }: SeedContext) => {
  report.likes_deleted = await countLikes(tx, rest.tracks)
  report.references_cleared = await countReferences(tx, rest)
  const { records, likes } = options.mayDelete ?? { records: Number.POSITIVE_INFINITY, likes: Number.POSITIVE_INFINITY }
  if (sum(report, 'deleted') > records || report.likes_deleted > likes) {
    throw new OperationalError(
      'The library has changed meanwhile, and more would be deleted. Nothing was changed; try again.',
    )
  }
  for (const name of sectionNames.toReversed()) await removeRecords(tx, name, rest[name])
}
