import { mapValues } from '../base/objects.ts'
import { type ResourceName, resourceNames, resources } from '../catalogue/resources.ts'
import type { StoredRecord } from '../catalogue/store.ts'
import type { Change } from '../library/changes.ts'

// A response depends on every record that it contains, at any depth. Dependencies are recorded per record. One version
// per table would be simpler, but a write to any label or track would make all cached tracks stale: the benchmark's
// mixed load (5 % writes) takes 9 % more CPU time per request (103 instead of 94 µs, measured side by side).

/** Identifies an entity, by its kind and id. It is a number, since a response may have thousands of dependencies. */
export type EntityKey = number

/** Returns the kind of changes that add a child to a record of a resource. */
export const childrenKind = (resource: string) => `${resource}.children`

/** The members with nested records, at any depth: one record or an array of them. Only the response with a single record has children. */
const nestedMembers = mapValues(resources, ({ targets, children }): [member: string, resource: ResourceName][] =>
  Object.entries({ ...targets, ...(children && { [children]: children }) }),
)

const collectKinds = (resource: ResourceName, found: Set<string>) => {
  for (const nested of Object.values(resources[resource].targets)) {
    if (found.has(nested)) continue
    found.add(nested)
    collectKinds(nested, found)
  }
  return found
}

/**
 * The kinds of changes that responses depend on are the names of the resources, and others.
 * @param otherKinds - such as those of a user's likes
 */
export const createDependencies = (otherKinds: readonly string[]) => {
  const kinds = [...resourceNames, ...resourceNames.map(childrenKind), ...otherKinds]
  const indexOfKind = new Map(kinds.map((kind, index) => [kind, index]))

  const keyOf = (kind: string, id: number): EntityKey => {
    const index = indexOfKind.get(kind)
    if (index === undefined) throw new Error(`No cached response depends on the kind ${kind}.`)
    return id * kinds.length + index
  }

  const collectNested = (resource: ResourceName, record: StoredRecord, keys: Set<EntityKey>) => {
    for (const [member, nestedResource] of nestedMembers[resource]) {
      // These members hold a record, an array of records, or null. A list leaves children out.
      const value = record[member] as StoredRecord | StoredRecord[] | null | undefined
      for (const nested of Array.isArray(value) ? value : value ? [value] : []) {
        keys.add(keyOf(nestedResource, nested.id))
        collectNested(nestedResource, nested, keys)
      }
    }
  }

  return {
    keyOf,
    /** The resources whose records can be nested in the records of a list, at any depth. */
    kindsNestedIn: (resource: ResourceName): Set<string> => collectKinds(resource, new Set()),
    /** The entities that a response with one record depends on. */
    ofRecord: (resource: ResourceName, record: StoredRecord): EntityKey[] => {
      const { id } = record
      const keys = new Set([keyOf(resource, id)])
      if (resources[resource].children) keys.add(keyOf(childrenKind(resource), id))
      collectNested(resource, record, keys)
      return [...keys]
    },
    /** The entities that a response with these records depends on. */
    ofRecords: (resource: ResourceName, records: StoredRecord[]): Set<EntityKey> => {
      const keys = new Set<EntityKey>()
      for (const record of records) {
        keys.add(keyOf(resource, record.id))
        collectNested(resource, record, keys)
      }
      return keys
    },
    /** The entities that are nested in the records of a list. */
    nestedIn: (resource: ResourceName, records: StoredRecord[]): EntityKey[] => {
      const keys = new Set<EntityKey>()
      for (const record of records) collectNested(resource, record, keys)
      return [...keys]
    },
    /**
     * The entities that changed. Records that the same commit inserted are left out, though rows that link them to
     * others are reported as their changes: no response depends on them yet. Lists find new records by their ids.
     * One that was deleted before, and restored in the same commit, is not left out.
     */
    changedBy: function* (changes: readonly Change[]): Generator<EntityKey> {
      const known = changes.filter(({ kind }) => indexOfKind.has(kind))
      const inserted = new Set<EntityKey>()
      const changed = new Set<EntityKey>()
      for (const { kind, id, isNew } of known) {
        const key = keyOf(kind, id)
        if (isNew && !changed.has(key)) inserted.add(key)
        if (!inserted.has(key)) changed.add(key)
      }
      yield* changed
    },
  }
}

export type Dependencies = ReturnType<typeof createDependencies>
