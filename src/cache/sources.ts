import type { UncachedList } from '../accounts/routeDeps.ts'
import { listChildren } from '../catalogue/children.ts'
import { type ResourceName, resources } from '../catalogue/resources.ts'
import { listRecords, readRecord } from '../catalogue/store.ts'
import type { UserList } from '../catalogue/userList.ts'
import { apiPath } from '../http/paths.ts'
import type { Database } from '../library/database.ts'
import { arrayBrackets, pageById } from './chunks.ts'
import type { Dependencies } from './dependencies.ts'
import type { CachedListSource } from './listCache.ts'
import type { LongResponseSource } from './longResponses.ts'

// How the responses of the cache are read, with the entities that they depend on.

/** The list of a resource. */
export const resourceListSource = (name: ResourceName, dependencies: Dependencies): CachedListSource => {
  const nestedKinds = dependencies.kindsNestedIn(name)
  return {
    key: `${apiPath}/${name}`,
    read: async (read, range) => pageById(await listRecords(read, name, range)),
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
  name: ResourceName,
  id: number,
  { snapshot }: Database,
  dependencies: Dependencies,
): LongResponseSource | undefined => {
  const { children } = resources[name]
  if (!children) return
  return {
    readShort: snapshot,
    readSurroundings: async (read) => {
      const record = await readRecord(read, name, id)
      const prefix = `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(children)}:[`
      return { prefix, suffix: ']}', dependencies: dependencies.ofRecord(name, record) }
    },
    readPage: async (read, range) => pageById(await listChildren(read, name, id, range)),
    dependenciesOf: (records) => dependencies.ofRecords(children, records),
  }
}

export const userListSource = (
  { user_id, kind, resource, readPage }: UserList,
  { read }: Database,
  dependencies: Dependencies,
): LongResponseSource => ({
  readShort: (work) => work(read),
  readSurroundings: async () => ({ ...arrayBrackets, dependencies: [dependencies.keyOf(kind, user_id)] }),
  readPage,
  dependenciesOf: (records) => dependencies.ofRecords(resource, records),
})

export const uncachedListSource = ({ readRange }: UncachedList, { read }: Database): LongResponseSource => ({
  readShort: (work) => work(read),
  readSurroundings: async () => ({ ...arrayBrackets, dependencies: [] }),
  readPage: async (reader, range) => pageById(await readRange(reader, range)),
  dependenciesOf: () => [],
})
