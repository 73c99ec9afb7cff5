import { type ResourceName, resourceNames } from '../../../src/catalogue/resources.ts'
import type { LibraryChange } from '../../../src/history/follow/model.ts'
import { listChanges } from '../../support/changeStream.ts'
import type { ClientResponse } from '../../support/client.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { readTables } from '../../support/sql.ts'
import type { NamedKind } from './names.ts'
import type { Side } from './side.ts'

// What one of two libraries has, with names in place of ids and instants.

interface Row {
  id: number
}

interface Entry extends Row {
  part_of: number | null
  action: string
  record: string | null
  counts: object | null
}

/** What a library has after a turn, as lists of JSON texts: these are the same in both libraries. */
export interface State {
  texts: Record<string, string[]>
  /** The names of the records that exist. */
  present: Record<ResourceName, number[]>
  labels: { name: string; key: string | null }[]
  /** The paths of all tracks. */
  paths: string[]
  /** The entries that the turn has added, without their parts. */
  entries: { name: number; action: string }[]
}

const linkTables = ['artist_track', 'genre_track']

const requireOk = ({ status, text, body }: ClientResponse) => {
  if (status !== 200) throw new Error(`It responded ${status}: ${text}`)
  return body
}

/** The entries that are not read yet, the oldest first. */
const readNewEntries = async (side: Side): Promise<Entry[]> => {
  const [admin] = side.callers
  if (!admin) return []
  const entries: Entry[] = []
  for (let before = Number.MAX_SAFE_INTEGER; ; before = entries.at(-1)?.id ?? 0) {
    const page: Entry[] = requireOk(await sendToConsole(admin, 'GET', `/audit?limit=1000&before=${before}`))
    const unread = page.filter(({ id }) => id > side.lastEntry)
    entries.push(...unread)
    if (unread.length < page.length || page.length === 0) break
  }
  side.lastEntry = entries[0]?.id ?? side.lastEntry
  return entries.reverse()
}

/** The changes that are not read yet, as they are told to those who follow them. */
const readNewChanges = async (side: Side): Promise<LibraryChange[]> => {
  const [admin] = side.callers
  const changes = []
  for (;;) {
    const page = admin && requireOk(await listChanges(admin, `?limit=1000&since=${side.cursor}`))
    side.cursor = page.next
    changes.push(...page.changes)
    if (!page.more) return changes
  }
}

/** Leaves out what was done so far. */
export const skipPast = async (side: Side): Promise<void> => {
  await readNewEntries(side)
  await readNewChanges(side)
}

/** Tokens differ, and the address of a client that has gone may be unknown: they are no part of the comparison. */
const nameEntry = ({ names }: Side, { id, ...entry }: Entry): string => {
  const [kind] = (entry.record ?? '').split('/')
  const { token_id, address, counts, ...named } = names.toNames(entry) as Record<string, unknown> // an entry is an object
  // A seed has one entry for the records that it has created, from one id to another.
  const isRange = entry.counts !== null && 'first' in entry.counts
  const range = isRange && Object.values(entry.counts ?? {}).map((of) => names.toNames({ id: of }, kind as NamedKind)) // of a resource
  return JSON.stringify({ ...named, counts: range || counts })
}

/** Reads what the library has, and names what the turn has added. @param turn - its name */
export const readState = async (side: Side, turn: string): Promise<State> => {
  const { names, databaseUrl } = side
  const tables = await readTables(databaseUrl, [...resourceNames, ...linkTables, 'likes'])
  const [entries, changes] = [await readNewEntries(side), await readNewChanges(side)]
  names.learnInstants([tables, entries], turn)
  const texts: State['texts'] = {}
  const present = {} as State['present'] // has all of them after the loop
  for (const name of [...resourceNames, 'likes'] as const) {
    const rows = tables[name] as Row[] // each of these tables has ids
    names.learnRows(name, rows)
    texts[name] = rows.map((row) => JSON.stringify(names.toNames(row, name))).sort()
    if (name !== 'likes') present[name] = rows.map((row) => (names.toNames(row, name) as Row).id).sort((a, b) => a - b) // as the row
  }
  for (const name of linkTables)
    texts[name] = (tables[name] ?? []).map((row) => JSON.stringify(names.toNames(row))).sort()
  const actions = entries.filter(({ part_of }) => part_of === null)
  const partsOf = Map.groupBy(entries, ({ part_of }) => part_of)
  texts.entries = actions.flatMap((entry) => {
    names.learn('audit', entry.id)
    const parts = (partsOf.get(entry.id) ?? []).map((part) => ({ id: part.id, text: nameEntry(side, part) }))
    parts.sort((a, b) => (a.text < b.text ? -1 : 1))
    for (const { id } of parts) names.learn('audit', id)
    return [nameEntry(side, entry), ...parts.map(({ text }) => text)]
  })
  texts.changes = changes.map((change) => JSON.stringify(names.toNames(change))).sort()
  return {
    ...{ texts, present },
    // In the order of the names, which is the same in both libraries.
    labels: texts.labels?.map((text) => JSON.parse(text)) ?? [],
    paths: texts.tracks?.map((text) => JSON.parse(text).file_path) ?? [],
    entries: actions.map(({ id, action }) => ({ name: names.nameOf('audit', id), action })),
  }
}

/** Everything that the API lists, and the export. */
export const readLists = async ({ callers, names }: Side): Promise<Record<string, string[]>> => {
  const [admin] = callers
  const lists: Record<string, string[]> = {}
  if (!admin) return lists
  const toTexts = (records: unknown[], name: NamedKind) =>
    records.map((record) => JSON.stringify(names.toNames(record, name)))
  for (const name of resourceNames) {
    lists[`GET /${name}`] = toTexts(requireOk(await admin.get(`/${name}`)), name)
    // The second one finds names with an accent.
    for (const word of ['n', 'e'])
      lists[`${name} with ${word}`] = toTexts(
        requireOk(await admin.get(`/../search/${name}?q=${word}&limit=100`)),
        name,
      )
  }
  for (const [index, caller] of callers.entries())
    lists[`the likes of account ${index}`] = toTexts(requireOk(await caller.get('/me/likes')), 'tracks')
  const file: object = requireOk(await sendToConsole(admin, 'GET', '/export'))
  lists['the export'] = Object.entries(file).flatMap(([section, records]) =>
    [records].flat().map((record) => `${section} ${JSON.stringify(names.toNames(record))}`),
  )
  return lists
}
