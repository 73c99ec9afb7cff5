import { type CachedResponse, createResponse } from '../http/cachedResponse.ts'
import type { Change } from '../library/changes.ts'
import type { Reader } from '../library/connection.ts'
import type { Database } from '../library/database.ts'
import type { LongWork } from '../library/longWork.ts'
import { type Build, createBuilds } from './builds.ts'
import { type BuiltList, type ListSource, listHashOf, markStale } from './chunks.ts'
import type { EntityKey } from './dependencies.ts'
import { listBody } from './listBody.ts'
import { rebuildList } from './rebuildList.ts'

/**
 * The response with a whole list. It stays in the cache when it is stale, so that its unchanged chunks can be reused.
 */
export interface CachedList extends CachedResponse {
  list: BuiltList
  isStale: boolean
  /** The entities nested in its records that changed since it was built. Its own records are marked in its chunks. */
  changedNested: Set<EntityKey>
}

/** A list that the cache can read, and whose changes it can find. */
export interface CachedListSource extends ListSource {
  /** The key of the cached response. */
  key: string
  /** Returns the changes of a commit that concern the list. */
  changesOf(changes: readonly Change[]): ListChanges
}

interface ListChanges {
  /** Changed records of the list itself. */
  ids: number[]
  /** Changed entities that may be nested in its records. */
  nested: Set<EntityKey>
}

/** The part of the response cache that stores lists. Their keys are their paths. */
interface Store {
  get(key: string): CachedResponse | undefined
  set(key: string, list: CachedList): void
  delete(key: string): void
}

interface ListBuild extends Build<CachedResponse> {
  /** The changes that were committed since the build began to read. */
  changes: ListChanges
  /** Whether the cache was cleared since then, so that the list must not be stored. */
  isInvalidated: boolean
}

/** Past this number of changed nested entities the whole list is built again. */
const maxChangedNested = 1_000

const noChanges = (): ListChanges => ({ ids: [], nested: new Set() })

const isEmpty = ({ ids, nested }: ListChanges) => ids.length === 0 && nested.size === 0

interface ListCacheOptions {
  store: Store
  database: Database
  sources: readonly CachedListSource[]
  /** Clears the cache if another program has changed the file. */
  checkExternalVersion: () => void
  /** Lists up to this size, in bytes, are stored uncompressed. */
  maxBytes: number
}

/** Builds and caches whole lists. */
export const createListCache = ({ store, database, sources, checkExternalVersion, maxBytes }: ListCacheOptions) => {
  const builds = createBuilds<CachedResponse, ListBuild>()
  const findList = ({ key }: CachedListSource) => store.get(key) as CachedList | undefined // only lists have these keys

  const startBuild = (source: CachedListSource, work: LongWork): ListBuild => {
    const build = {
      changes: noChanges(),
      isInvalidated: false,
      isCurrent: (): boolean => isEmpty(build.changes) && !build.isInvalidated,
    }
    const readList = async (read: Reader) => {
      // Nothing was awaited since the transaction began: the cache has recorded exactly those commits of this process
      // that it sees. `rebuildList` decides what to reuse of the former list before it awaits anything, too.
      Object.assign(build, { changes: noChanges(), isInvalidated: false })
      checkExternalVersion()
      const former = findList(source)
      const { list: formerList, changedNested } = former ?? {}
      const { chunksPerSelect } = database
      const list = await rebuildList(read, source, { maxBytes, chunksPerSelect, former: formerList, changedNested })
      markStale(list.chunks, build.changes.ids)
      const changesSince = { isStale: !isEmpty(build.changes), changedNested: build.changes.nested }
      if (former && list === former.list) return Object.assign(former, changesSince)
      const response: CachedList = { ...createResponse(listBody(list), listHashOf(list)), list, ...changesSince }
      if (!build.isInvalidated) store.set(source.key, response)
      return response
    }
    return Object.assign(build, { response: database.longSnapshot(work, readList) })
  }

  const invalidateList = (source: CachedListSource, { ids, nested }: ListChanges) => {
    const [list, build] = [findList(source), builds.get(source.key)]
    if (build) {
      for (const id of ids) build.changes.ids.push(id)
      addAll(build.changes.nested, nested)
      if (build.changes.nested.size > maxChangedNested) build.isInvalidated = true
    }
    if (!list) return
    list.isStale = true
    markStale(list.list.chunks, ids)
    addAll(list.changedNested, nested)
    if (list.changedNested.size > maxChangedNested) store.delete(source.key)
  }

  return {
    /** Returns the current list. */
    get(source: CachedListSource, work: LongWork): Promise<CachedResponse> {
      const find = () => {
        checkExternalVersion()
        const list = findList(source)
        return list?.isStale ? undefined : list
      }
      return builds.load(source.key, work, find, (shared) => startBuild(source, shared))
    },
    /** Marks what the changes of a commit make stale. */
    invalidate(changes: readonly Change[]) {
      for (const source of sources) {
        const listChanges = source.changesOf(changes)
        if (!isEmpty(listChanges)) invalidateList(source, listChanges)
      }
    },
    /** Prevents that running builds are stored. */
    invalidateBuilds() {
      for (const build of builds.all()) build.isInvalidated = true
    },
  }
}

const addAll = (target: Set<EntityKey>, keys: Set<EntityKey>) => {
  for (const key of keys) target.add(key)
}
