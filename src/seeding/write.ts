import { type AnyColumn, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../database/clock.ts'
import type { Writer } from '../database/connection.ts'
import { placeholders, prepared } from '../database/prepared.ts'
import { albums, artist_track, artists, genre_track, genres, labels, likes, tracks } from '../database/schema.ts'
import type { SectionName } from './format.ts'
import { memberOf, pageSize, type Row } from './sections.ts'

// Records are written in sets: a page of them goes in as one JSON parameter of one prepared statement.

type Table = typeof labels | typeof genres | typeof artists | typeof albums | typeof tracks

const set = sql`json_each(${sql.placeholder('rows')})`

const member = (at: number) => sql.raw(`value ->> ${at}`)

const among = (column: AnyColumn) => sql`${column} in (select value from ${set})`

const statementsFor = (table: Table) => {
  const columns: Record<string, AnyColumn> = getTableColumns(table)
  const names = Object.keys(columns)
  const selected = sql.join(
    names.map((_, at) => member(at)),
    sql`, `,
  )
  const replaced: Record<string, SQL> = Object.fromEntries(
    names.filter((name) => name !== 'id').map((name) => [name, sql.raw(`excluded."${name}"`)]),
  )
  return {
    /** The members that a record is written with, in the order of the columns. */
    members: names.map((name) => memberOf[name] ?? name),
    /** Makes the records whose ids are new, and brings the others into line. */
    upsert: prepared((on: Writer) =>
      on
        .insert(table)
        // "where true" keeps SQLite from reading "on conflict" as the condition of a join.
        .select(sql`select ${selected} from ${set} where true`)
        .onConflictDoUpdate({ target: table.id, set: replaced })
        .prepare(),
    ),
    remove: prepared((on: Writer) => on.delete(table).where(among(table.id)).prepare()),
    rekey: prepared((on: Writer) =>
      on
        .update(table)
        .set(placeholders('key'))
        .where(eq(table.id, sql.placeholder('id')))
        .prepare(),
    ),
  }
}

const statements = {
  labels: statementsFor(labels),
  genres: statementsFor(genres),
  artists: statementsFor(artists),
  albums: statementsFor(albums),
  tracks: statementsFor(tracks),
}

const pairStatements = (table: typeof artist_track | typeof genre_track, column: SQL) => ({
  add: prepared((on: Writer) =>
    on
      .insert(table)
      .select(
        sql`select ${member(0)}, ${member(1)}, ${sql.placeholder('now')}, ${sql.placeholder('now')} from ${set} where true`,
      )
      .onConflictDoNothing()
      .prepare(),
  ),
  remove: prepared((on: Writer) =>
    on
      .delete(table)
      .where(sql`(${table.track_id}, ${column}) in (select ${member(0)}, ${member(1)} from ${set})`)
      .prepare(),
  ),
})

type PairMember = 'artists' | 'genres'

const pairMembers: PairMember[] = ['artists', 'genres']

const pairs = {
  artists: pairStatements(artist_track, sql`${artist_track.artist_id}`),
  genres: pairStatements(genre_track, sql`${genre_track.genre_id}`),
}

type Pair = [track_id: number, other_id: number]

interface Page {
  records: unknown[][]
  added: Record<PairMember, Pair[]>
  removed: Record<PairMember, Pair[]>
}

const newPage = (): Page => ({
  records: [],
  added: { artists: [], genres: [] },
  removed: { artists: [], genres: [] },
})

/** Writes records of one section, a page at a time; tracks with their ties to artists and genres. */
export const recordWriter = (tx: Writer, now: Instant, name: SectionName) => {
  const { members, upsert } = statements[name]
  let page = newPage()

  const flush = async () => {
    const { records, added, removed } = page
    page = newPage()
    if (records.length > 0) await upsert(tx).run({ rows: JSON.stringify(records) })
    for (const member of pairMembers) {
      if (removed[member].length > 0) await pairs[member].remove(tx).run({ rows: JSON.stringify(removed[member]) })
      if (added[member].length > 0) await pairs[member].add(tx).run({ rows: JSON.stringify(added[member]), now })
    }
  }

  const add = async (after: Row, before?: Row) => {
    page.records.push(members.map((member) => after[member]))
    for (const member of pairMembers) {
      const [had, gets] = [idsIn(before, member), idsIn(after, member)]
      for (const id of had) if (!gets.includes(id)) page.removed[member].push([after.id, id])
      for (const id of gets) if (!had.includes(id)) page.added[member].push([after.id, id])
    }
    if (page.records.length >= pageSize) await flush()
  }

  return { add, flush }
}

const idsIn = (row: Row | undefined, member: PairMember): number[] => (row?.[member] as number[] | undefined) ?? []

/** Deletes records of one section, with everything that goes with them. */
export const removeRecords = async (tx: Writer, name: SectionName, ids: number[]): Promise<void> => {
  if (ids.length > 0) await statements[name].remove(tx).run({ rows: JSON.stringify(ids) })
}

const likesOf = prepared((on) =>
  on.select({ number: sql<number>`count(*)` }).from(likes).where(among(likes.track_id)).prepare(),
)

/** How many likes these tracks have. */
export const countLikes = async (tx: Writer, track_ids: number[]): Promise<number> =>
  (await likesOf(tx).get({ rows: JSON.stringify(track_ids) }))?.number ?? 0

const idsOf = (name: SectionName) => sql`(select value from json_each(${sql.placeholder(name)}))`

const cleared = prepared((on) =>
  on
    .select({
      number: sql<number>`
        (select count(*) from ${artists} where label_id in ${idsOf('labels')} and id not in ${idsOf('artists')}) +
        (select count(*) from ${albums} where label_id in ${idsOf('labels')} and id not in ${idsOf('albums')}) +
        (select count(*) from ${tracks} where album_id in ${idsOf('albums')} and id not in ${idsOf('tracks')}) +
        (select count(*) from ${artist_track} where artist_id in ${idsOf('artists')} and track_id not in ${idsOf('tracks')}) +
        (select count(*) from ${genre_track} where genre_id in ${idsOf('genres')} and track_id not in ${idsOf('tracks')})`,
    })
    .from(sql`(select 1)`)
    .prepare(),
)

/** How many references from records that stay to records that go there are. */
export const countReferences = async (tx: Writer, going: Record<SectionName, number[]>): Promise<number> => {
  const ids = Object.entries(going).map(([name, list]) => [name, JSON.stringify(list)])
  return (await cleared(tx).get(Object.fromEntries(ids)))?.number ?? 0
}

const lastIds = prepared((on) =>
  on
    .select({ id: sql<number>`seq` })
    .from(sql`sqlite_sequence`)
    .where(eq(sql`name`, sql.placeholder('name')))
    .prepare(),
)

/** The highest id that a section has ever given out. */
export const lastId = async (tx: Writer, name: SectionName): Promise<number> =>
  (await lastIds(tx).get({ name }))?.id ?? 0

/** Gives records their keys. Nothing that the API shows changes, so their stamps stay. */
export const keepKeys = async (
  tx: Writer,
  keys: { section: SectionName; id: number; key: string }[],
): Promise<void> => {
  for (const { section, id, key } of keys) await statements[section].rekey(tx).run({ id, key })
}
