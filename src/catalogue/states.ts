import { type SQL, sql } from 'drizzle-orm'
import type { Restore, StoredLike, StoredLink } from '../audit/undoData.ts'
import { mapValues } from '../base/objects.ts'
import type { Instant } from '../library/clock.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds, jsonArray, jsonColumn, jsonItems } from '../library/engineSql.ts'
import { likes } from '../library/likeSchema.ts'
import { prepared } from '../library/prepared.ts'
import { type Members, relatedIds } from './members.ts'
import { type Relation, type Resource, type ResourceName, resources, tableColumns } from './resources.ts'

// Records with all that belongs to them, so that a change of them can be undone.

/** A record with its links. */
export interface State {
  id: number
  created_at: Instant
  updated_at: Instant
  key: string | null
  /** What it can be changed in, with the ids of related records. */
  members: Members
  /** By the members with their ids. */
  links: Record<string, StoredLink[]>
}

const linksOf = ({ table: { id } }: Resource, { table, owner, target }: Relation): SQL<StoredLink[]> => {
  const link = jsonItems(target, table.created_at, table.updated_at)
  return jsonColumn(sql`(select ${jsonArray(link, target)} from ${table} where ${owner} = ${id})`)
}

const selects = mapValues(resources, (resource: Resource) => {
  const { table, relations } = resource
  const prepareSelect = (related: readonly Relation[]) =>
    prepared((on) =>
      on
        .select({
          ...tableColumns(table),
          ...Object.fromEntries(related.map((relation) => [relation.ids, linksOf(resource, relation)])),
        })
        .from(table)
        .where(isAmongIds(table.id, 'ids'))
        .orderBy(table.id)
        .prepare(),
    )
  return { withLinks: prepareSelect(Object.values(relations)), withoutLinks: prepareSelect([]) }
})

const toState = (name: ResourceName, row: Omit<State, 'members' | 'links'> & Record<string, unknown>): State => {
  const { fields, relations } = resources[name]
  const members: Members = {}
  for (const field of Object.keys(fields)) members[field] = row[field]
  const links: State['links'] = {}
  for (const { ids } of Object.values(relations)) {
    if (!(ids in row)) continue
    links[ids] = row[ids] as StoredLink[] // as linksOf selects them
    members[ids] = links[ids].map(([id]) => id)
  }
  const { id, key, created_at, updated_at } = row
  return { id, key, created_at, updated_at, members, links }
}

/** What entries of the audit trail report of a record: its members, and its key if it has one. */
export const auditedMembers = ({ key, members }: State): Members => (key === null ? members : { ...members, key })

/** Its name or title. */
export const nameOfState = (name: ResourceName, { members }: Pick<State, 'members'>): string =>
  String(members[resources[name].nameMember])

/**
 * Reads records, ordered by id. Ids without a record are left out.
 * @param withLinks - without the links, which takes a quarter of the time, the members have no ids of related records
 */
export const readStates = async (
  read: Reader,
  name: ResourceName,
  ids: readonly number[],
  withLinks = true,
): Promise<State[]> => {
  const select = selects[name][withLinks ? 'withLinks' : 'withoutLinks']
  const rows = await select(read).all({ ids: JSON.stringify(ids) })
  return rows.map((row) => toState(name, row))
}

const selectLikes = prepared((on) =>
  on
    .select({ id: likes.id, user_id: likes.user_id, track_id: likes.track_id, created_at: likes.created_at })
    .from(likes)
    .where(isAmongIds(likes.track_id, 'ids'))
    .orderBy(likes.id)
    .prepare(),
)

/** Reads the likes that are deleted with records, by the ids of these. Only tracks have some. */
export const readLikes = async (
  read: Reader,
  name: ResourceName,
  ids: readonly number[],
): Promise<Map<number, StoredLike[]>> => {
  const byTrack = new Map<number, StoredLike[]>()
  if (name !== 'tracks') return byTrack
  for (const { id, user_id, track_id, created_at } of await selectLikes(read).all({ ids: JSON.stringify(ids) })) {
    byTrack.getOrInsertComputed(track_id, () => []).push([id, user_id, created_at])
  }
  return byTrack
}

/** The links of a state that are not among the ids that its members have after a change. */
export const removedLinks = ({ links }: State, after: Members): NonNullable<Restore['links']> =>
  mapValues(links, (stored, ids) => {
    if (!after[ids]) return []
    const remaining = new Set(relatedIds(after[ids]))
    return stored.filter(([id]) => !remaining.has(id))
  })
