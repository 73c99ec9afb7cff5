import { differs, differsInSight, membersChanged } from './differences.ts'
import { type Entry, type SectionName, sectionNames } from './format.ts'
import { Matcher, type Verdict } from './match.ts'
import { step } from './problems.ts'
import { pageSize, type Row, type Section, sections, type Wanted } from './sections.ts'
import { knownReferences, resolver, type Work } from './work.ts'
import { countLikes, lastId, recordWriter, removeRecords } from './write.ts'

/** Brings the library in line with the file. Where it notes problems, what it wrote must be taken back. */
export const reconcile = async (work: Work): Promise<void> => {
  // A section at a time, since each refers only to those before it.
  for (const name of sectionNames) await reconcileSection(work, sections[name])
  if (work.options.prune && work.problems.count === 0) await prune(work)
}

const reconcileSection = async <Name extends SectionName>(work: Work, section: Section<Name>) => {
  const entries = work.catalogue[section.name] as Entry<Name>[]
  const matcher = new Matcher(entries.length)
  for (const [at, entry] of entries.entries()) enter(work, section, matcher, entry, at)
  await scan(work, section, matcher, entries)
  await write(work, section, matcher, entries)
}

/** Takes an entry in: its references have to name one record each, and its identity has to be its own. */
const enter = <Name extends SectionName>(
  { problems, ...work }: Work,
  section: Section<Name>,
  matcher: Matcher,
  entry: Entry<Name>,
  at: number,
) => {
  const wanted = section.wanted(entry, resolver({ problems, ...work }, section.name, at))
  const other = matcher.enter(at, entry.key, section.identity(wanted))
  if (other === undefined) return
  const [shared, remedy] =
    entry.key === undefined ? [section.identifiedBy, 'Give each a key'] : ['key', 'Give this one another key']
  const sentence = `Number ${other + 1} of ${section.name} has the same ${shared}. ${remedy}, or take one out.`
  problems.add(step(section.name) + step(at), sentence)
}

/** Goes through the library's records of a section, and offers each to the entries that may mean it. */
const scan = async <Name extends SectionName>(
  work: Work,
  section: Section<Name>,
  matcher: Matcher,
  entries: Entry<Name>[],
) => {
  const resolve = knownReferences(work)
  for (let rows = await section.page(work.tx, 0); rows.length > 0; ) {
    for (const row of rows) {
      const fitting = matcher.entriesFor(row, section.identity(row))
      if (fitting.length === 0) leave(work, section, row)
      for (const at of fitting) {
        const entry = entries[at] as Entry<Name> // the matcher only knows positions of entries
        matcher.offer(at, entry.key !== undefined, row, differs(row, section.wanted(entry, resolve)))
      }
    }
    rows = await section.page(work.tx, rows.at(-1)?.id ?? 0)
  }
}

/** Takes note of a record that the file does not have. */
const leave = <Name extends SectionName>(work: Work, section: Section<Name>, row: Row) => {
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
const write = async <Name extends SectionName>(
  work: Work,
  section: Section<Name>,
  matcher: Matcher,
  entries: Entry<Name>[],
) => {
  const { tx, now, problems, options } = work
  const resolve = knownReferences(work)
  const writer = recordWriter(tx, now, section.name)
  let last = await lastId(tx, section.name)

  for (const [at, entry] of entries.entries()) {
    const verdict = matcher.decide(at, entry.key !== undefined)
    for (const row of verdict.passedOver) leave(work, section, row)
    checkVerdict(work, section, matcher, at, verdict)

    const id = verdict.id ?? ++last
    const wanted = section.wanted(entry, resolve)
    work.ids[section.name][at] = id
    if (section.name !== 'tracks') {
      work.directories[section.name].add(id, entry.key ?? verdict.key, String(wanted[section.called]))
    }
    note(work, section, verdict, wanted)
    const changes = verdict.id === undefined || verdict.before !== undefined
    if (changes && problems.count === 0)
      await writer.add(after(work, section, id, verdict.before, wanted), verdict.before)
    if (++work.done % pageSize === 0) await options.onProgress?.(work.done, totalOf(work))
  }
  await writer.flush()
  await options.onProgress?.(work.done, totalOf(work))
}

const totalOf = ({ catalogue }: Work) => sectionNames.reduce((sum, name) => sum + catalogue[name].length, 0)

const checkVerdict = <Name extends SectionName>(
  { problems }: Work,
  { name, kind, identifiedBy }: Section<Name>,
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
const after = <Name extends SectionName>(
  { now }: Work,
  { blank }: Section<Name>,
  id: number,
  before: Row | undefined,
  wanted: Wanted,
): Row => {
  const row = { ...(before ?? { ...blank, created_at: now, updated_at: now }), id } as Row
  for (const [member, value] of Object.entries(wanted)) if (value !== undefined) row[member] = value
  if (before && differsInSight(before, wanted)) row.updated_at = now
  return row
}

const note = <Name extends SectionName>(
  work: Work,
  section: Section<Name>,
  { id, before }: Verdict,
  wanted: Wanted,
) => {
  const action = id === undefined ? 'create' : before ? 'update' : undefined
  const counts = work.report.sections[section.name]
  if (!action) counts.unchanged++
  if (action === 'create') counts.created++
  if (action === 'update') counts.updated++
  if (!action || !work.options.listChanges) return
  const members = before && membersChanged(before, wanted, work.directories)
  work.report.changes.push({
    section: section.name,
    action,
    ...title(section, { ...before, ...wanted }),
    ...(members && { members }),
  })
}

const title = <Name extends SectionName>({ called, identifiedBy }: Section<Name>, row: Wanted) => ({
  name: String(row[identifiedBy === 'file_path' ? 'file_path' : called]),
  ...(typeof row.key === 'string' && { key: row.key }),
})

/** Deletes what the file does not have, first what refers to others. */
const prune = async ({ tx, rest, report }: Work) => {
  report.likes_deleted = await countLikes(tx, rest.tracks)
  for (const name of sectionNames.toReversed()) await removeRecords(tx, name, rest[name])
}
