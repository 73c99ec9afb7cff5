import type { UncachedList } from '../auth/routeDeps.ts'
import type { Reader } from '../database/connection.ts'
import type { Database } from '../database/database.ts'
import type { IdRange } from '../database/idRange.ts'
import { apiPath } from '../http/paths.ts'
import { type ListSource, pageById } from './chunks.ts'
import type { Dependencies } from './dependencies.ts'
import type { CachedListSource } from './listCache.ts'
import type { LongResponseSource } from './longResponses.ts'
import type { TrackedResource } from './trackedTables.ts'

// How the responses of the cache are read, with the entities that they depend on.

/** The description of a resource that the cache needs. */
export interface CachedResource extends TrackedResource {
  /** Reads one record as GET returns it, without its children. @throws NotFound */
  readOne(database: Pick<Database, 'read' | 'snapshot'>, id: number): Promise<object>
  /** Reads a range of the list as GET returns it, ordered by id. */
  readRange(read: Reader, range: IdRange): Promise<{ id: number }[]>
  /** The members of a record that nest one record of another resource. */
  references: Record<string, { resource: string }>
  /** The members of a record that nest an array of records of another resource. */
  relations: TrackedResource['relations'] & Record<string, { resource: string }>
  /**
   * The last member of a GET of one record, with the records that refer to it. It has the name of their resource. There
   * is one at most.
   */
  children: TrackedResource['children'] & Record<string, { readRange: ReadChildren }>
}

/** Reads a range of the records that refer to a record, ordered by id. */
type ReadChildren = (read: Reader, id: number, range: IdRange) => Promise<{ id: number }[]>

/** A list that differs for each user, such as the tracks that they like. */
export interface UserList {
  /** The path below `/api`. */
  path: string
  user_id: number
  /** The kind of changes that add records to the list or remove them. The id of such a change is the user's. */
  kind: string
  /** The name of the records' resource. */
  resource: string
  readPage: ListSource['read']
}

/** The JSON that surrounds a list without a record. */
const brackets = { prefix: '[', suffix: ']' }

/** The list of a resource. */
export const resourceListSource = (
  name: string,
  { readRange }: CachedResource,
  dependencies: Dependencies,
): CachedListSource => {
  const nestedKinds = dependencies.kindsNestedIn(name)
  return {
    key: `${apiPath}/${name}`,
    read: async (read, range) => pageById(await readRange(read, range)),
    nestedIn: (records) => dependencies.nestedIn(name, records),
    changesOf: (changes) => ({
      ids: changes.flatMap(({ kind, id }) => (kind === name ? id : [])),
      nested: new Set(
        changes.flatMap(({ kind, id, isNew }) => (!isNew && nestedKinds.has(kind) ? dependencies.keyOf(kind, id) : [])),
      ),
    }),
  }
}

/** A record with its children; undefined for a resource without children. */
export const recordWithChildrenSource = (
  name: string,
  { readOne, children }: CachedResource,
  id: number,
  { snapshot }: Database,
  dependencies: Dependencies,
): LongResponseSource | undefined => {
  const [entry] = Object.entries(children)
  if (!entry) return
  const [member, { readRange }] = entry
  return {
    readShort: snapshot,
    readSurroundings: async (read) => {
      const record = await readOne({ read, snapshot: (work) => work(read) }, id)
      const prefix = `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(member)}:[`
      return { prefix, suffix: ']}', dependencies: dependencies.ofRecord(name, record) }
    },
    readPage: async (read, range) => pageById(await readRange(read, id, range)),
    dependenciesOf: (records) => dependencies.ofRecords(member, records),
  }
}

export const userListSource = (
  { user_id, kind, resource, readPage }: UserList,
  { read }: Database,
  dependencies: Dependencies,
): LongResponseSource => ({
  readShort: (work) => work(read),
  readSurroundings: async () => ({ ...brackets, dependencies: [dependencies.keyOf(kind, user_id)] }),
  readPage,
  dependenciesOf: (records) => dependencies.ofRecords(resource, records),
})

export const uncachedListSource = ({ readRange }: UncachedList, { read }: Database): LongResponseSource => ({
  readShort: (work) => work(read),
  readSurroundings: async () => ({ ...brackets, dependencies: [] }),
  readPage: async (reader, range) => pageById(await readRange(reader, range)),
  dependenciesOf: () => [],
})
