import { type Static, Type } from '@sinclair/typebox'
import { and, eq, sql } from 'drizzle-orm'
import { yieldIfDue } from '../base/eventLoop.ts'
import { fromKeys } from '../base/objects.ts'
import { UnionFind } from '../base/unionFind.ts'
import { type ResourceName, resourceNames, resources } from '../catalogue/resources.ts'
import type { Reader } from '../library/connection.ts'
import { isAmongIds } from '../library/engineSql.ts'
import { integerParameter, rangeLimit } from '../library/listRange.ts'
import { prepared } from '../library/prepared.ts'
import { folded_names } from '../library/searchSchema.ts'
import { NamedObject, NamedRecord, withExample } from '../validation/schemas.ts'
import { type FoldedName, groupNearNames } from './nearNames.ts'
import { idsPerSelect, readScopes, scopes } from './scopes.ts'
import { readFolded } from './words.ts'

// Records that are likely the same one: those whose names are the same without case, accents and punctuation, or near. Titles are not enough for
// albums and tracks. The library is read in parts, each in a few milliseconds.

/** As many as are merged at once, and the one that stays. */
const maxGroupRecords = 101

const DuplicateGroup = NamedObject('DuplicateGroup', {
  count: withExample(Type.Integer(), 2),
  records: withExample(Type.Array(NamedRecord, { description: `At most ${maxGroupRecords}, ordered by id.` }), [
    { id: 2, name: 'Columbia' },
    { id: 7, name: 'COLUMBIA' },
  ]),
})

export const Duplicates = NamedObject('Duplicates', {
  total: Type.Integer({ description: 'The number of groups on all pages.', examples: [1] }),
  groups: Type.Array(DuplicateGroup, { description: 'In the order of their names.' }),
})
type Duplicates = Static<typeof Duplicates>

const selectFolded = prepared((on: Reader) =>
  on
    .select({ id: folded_names.id, folded: folded_names.folded })
    .from(folded_names)
    .where(
      and(
        eq(folded_names.resource, sql.placeholder('resource')),
        sql`(${folded_names.folded}, ${folded_names.id}) > (${sql.placeholder('folded')}, ${integerParameter('id')})`,
      ),
    )
    // As the index of PostgreSQL has them. There is no name without a folded one.
    .orderBy(sql`${folded_names.folded} nulls first`, folded_names.id)
    .limit(rangeLimit)
    .prepare(),
)

const namesPerSelect = 1_000

/** Yields the names of all records, up to differences of case, accents and punctuation, in their order. */
async function* readNames(read: Reader, resource: ResourceName): AsyncGenerator<FoldedName> {
  let last = { folded: '', id: 0 }
  let name: FoldedName = { folded: '', ids: [] }
  for (;;) {
    const rows = await selectFolded(read).all({ resource, ...last, limit: namesPerSelect })
    for (const row of rows) {
      if (row.folded !== name.folded) {
        if (name.ids.length > 0) yield name
        name = { folded: row.folded, ids: [] }
      }
      name.ids.push(row.id)
      last = row
    }
    if (rows.length < namesPerSelect) break
  }
  if (name.ids.length > 0) yield name
}

/** Yields the ids of the records of each name that several of them have. */
export async function* readNamesakes(read: Reader, resource: ResourceName): AsyncGenerator<number[]> {
  for await (const { ids } of readNames(read, resource)) if (ids.length > 1) yield ids
}

/** How many ids are compared before others may run. */
const idsPerSlice = 1_000

/** Divides records of a name, or of names that are near, into those that have a scope in common, directly or through others. Records without others are left out. */
const divide = async (ids: readonly number[], scopesOf: ReadonlyMap<number, number[]>): Promise<number[][]> => {
  const related = new UnionFind()
  const firstWith = new Map<number, number>()
  for (const [index, id] of ids.entries()) {
    if (index % idsPerSlice === 0) await yieldIfDue()
    for (const scope of scopesOf.get(id) ?? []) {
      const first = firstWith.get(scope)
      if (first === undefined) firstWith.set(scope, id)
      else related.join(first, id)
    }
  }
  const groups = Map.groupBy(ids, (id) => related.rootOf(id))
  return [...groups.values()].filter((group) => group.length > 1)
}

type Groups = AsyncIterable<number[]> | Iterable<number[]>

/** Yields the ids of likely duplicates, in the order of their names. @param candidates - the ids of records whose names are the same or near */
async function* divideAll(read: Reader, resource: ResourceName, candidates: Groups): AsyncGenerator<number[]> {
  const selects = scopes[resource]
  if (!selects) return yield* candidates
  let pending: number[][] = []
  let pendingIds = 0
  const resolve = async function* () {
    const scopesOf = await readScopes(read, selects, pending.flat())
    for (const namesakes of pending) yield* await divide(namesakes, scopesOf)
    pending = []
    pendingIds = 0
  }
  for await (const namesakes of candidates) {
    pending.push(namesakes)
    pendingIds += namesakes.length
    if (pendingIds >= idsPerSelect) yield* resolve()
  }
  yield* resolve()
}

/** Yields the ids of likely duplicates whose names are near. Those of the same name alone are not among them. */
async function* readNear(read: Reader, resource: ResourceName): AsyncGenerator<number[]> {
  const names = new Map<number, string>()
  const candidates: number[][] = []
  for (const near of await groupNearNames(readNames(read, resource))) {
    candidates.push(near.flatMap(({ ids }) => ids))
    for (const { folded, ids } of near) for (const id of ids) names.set(id, folded)
  }
  for await (const ids of divideAll(read, resource, candidates))
    if (ids.some((id) => names.get(id) !== names.get(ids[0] as number))) yield ids
}

/** How the names of likely duplicates are alike. */
export const likenesses = {
  same: (read, resource) => divideAll(read, resource, readNamesakes(read, resource)),
  near: readNear,
} satisfies Record<string, (read: Reader, resource: ResourceName) => AsyncGenerator<number[]>>

/** Selects records by their ids, with nothing but their names. */
export const selectNames = fromKeys(resourceNames, (resource) => {
  const { table, columns, nameMember } = resources[resource]
  return prepared((on) =>
    on
      .select({ id: sql<number>`${table.id}`, name: sql<string>`${columns[nameMember]}` })
      .from(table)
      .where(isAmongIds(table.id, 'ids'))
      .orderBy(table.id)
      .prepare(),
  )
})

/**
 * Finds groups of records that are likely one. Labels, genres and artists have the same name, or near ones. Albums have such titles, and the
 * same label or an artist in common; tracks have such titles, and an artist in common.
 * @returns a page of the groups
 */
export const findDuplicates = async (
  read: Reader,
  resource: ResourceName,
  { names, offset, limit }: { names: keyof typeof likenesses; offset: number; limit: number },
): Promise<Duplicates> => {
  const page: number[][] = []
  let total = 0
  for await (const ids of likenesses[names](read, resource)) {
    if (total >= offset && page.length < limit) page.push(ids)
    total++
  }
  const groups: Duplicates['groups'] = []
  for (const ids of page) {
    const records = await selectNames[resource](read).all({ ids: JSON.stringify(ids.slice(0, maxGroupRecords)) })
    groups.push({ count: ids.length, records })
  }
  return { total, groups }
}

const selectNamesakes = prepared((on: Reader) =>
  on
    .select({ id: folded_names.id })
    .from(folded_names)
    .where(
      and(eq(folded_names.resource, sql.placeholder('resource')), eq(folded_names.folded, sql.placeholder('folded'))),
    )
    .orderBy(folded_names.id)
    .limit(rangeLimit)
    .prepare(),
)

/** The records among `ids` that are likely the same as another one if it has their name, too. */
const findLikelySame = async (read: Reader, resource: ResourceName, ids: readonly number[], id = 0) => {
  const selects = scopes[resource]
  const others = ids.filter((other) => other !== id)
  if (!selects) return others
  const scopesOf = await readScopes(read, selects, [id, ...others])
  const own = new Set(scopesOf.get(id))
  return others.filter((other) => scopesOf.get(other)?.some((scope) => own.has(scope)))
}

/**
 * Finds the likely duplicates of a record that is to get a name or title.
 * @param id - undefined for a new record: an album or track has nothing in common with others yet
 */
export const findNamesakes = async (
  read: Reader,
  resource: ResourceName,
  name: string,
  { limit, id }: { limit: number; id?: number | undefined },
): Promise<NamedRecord[]> => {
  const folded = await readFolded(read, name)
  const rows = await selectNamesakes(read).all({ resource, folded, limit: namesPerSelect })
  const ids = rows.map((row) => row.id)
  const found = await findLikelySame(read, resource, ids, id)
  return selectNames[resource](read).all({ ids: JSON.stringify(found.slice(0, limit)) })
}
