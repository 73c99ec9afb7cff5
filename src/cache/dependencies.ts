import type { Change } from '../database/changes.ts'
import { mapValues } from '../records.ts'

// A response depends on every record that it contains, at any depth. Dependencies are recorded per record. One version
// per table would be simpler, but a write to any label or track would make all cached tracks stale: the benchmark's
// mixed load (5 % writes) takes 9 % more CPU time per request (103 instead of 94 µs, measured side by side).

/** Identifies an entity, by its kind and id. It is a number, since a response may have thousands of dependencies. */
export type EntityKey = number

/** What the records of a resource nest. */
interface NestingResource {
  /** Members with one record, or an array of records, of another resource. */
  references: Record<string, { resource: string }>
  relations: Record<string, { resource: string }>
  /** Members that only the response with a single record has. Their name is that of their resource. */
  children: Record<string, unknown>
}

interface CachedRecord {
  id: number
  [member: string]: unknown
}

/** Returns the kind of changes that add a child to a record of a resource. */
export const childrenKind = (resource: string) => `${resource}.children`

/**
 * @param resources - by name; the name is the kind of changes of its records
 * @param otherKinds - the kinds of other changes that responses depend on, such as those of a user's likes
 */
export const createDependencies = (resources: Record<string, NestingResource>, otherKinds: readonly string[]) => {
  const names = Object.keys(resources)
  const kinds = [...names, ...names.map(childrenKind), ...otherKinds]
  const indexOfKind = new Map(kinds.map((kind, index) => [kind, index]))

  const keyOf = (kind: string, id: number): EntityKey => {
    const index = indexOfKind.get(kind)
    if (index === undefined) throw new Error(`No cached response depends on the kind ${kind}.`)
    return id * kinds.length + index
  }

  const members = mapValues(resources, ({ references, relations, children }): [member: string, resource: string][] => [
    ...Object.entries({ ...references, ...relations }).map(([member, { resource }]): [string, string] => [
      member,
      resource,
    ]),
    ...Object.keys(children).map((name): [string, string] => [name, name]),
  ])

  const collectNested = (resource: string, record: CachedRecord, keys: Set<EntityKey>) => {
    for (const [member, nestedResource] of members[resource] ?? []) {
      // These members hold a record, an array of records, or null. A list leaves children out.
      const value = record[member] as CachedRecord | CachedRecord[] | null | undefined
      for (const nested of Array.isArray(value) ? value : value ? [value] : []) {
        keys.add(keyOf(nestedResource, nested.id))
        collectNested(nestedResource, nested, keys)
      }
    }
  }

  const collectKinds = (resource: string, found: Set<string>) => {
    const { references = {}, relations = {} } = resources[resource] ?? {}
    for (const { resource: nested } of [...Object.values(references), ...Object.values(relations)]) {
      if (found.has(nested)) continue
      found.add(nested)
      collectKinds(nested, found)
    }
    return found
  }

  return {
    keyOf,
    /** The resources whose records can be nested in the records of a list, at any depth. */
    kindsNestedIn: (resource: string): Set<string> => collectKinds(resource, new Set()),
    /** The entities that a response with one record depends on. */
    ofRecord: (resource: string, record: object): EntityKey[] => {
      const cachedRecord = record as CachedRecord // every record of a resource has an id
      const { id } = cachedRecord
      const keys = new Set([keyOf(resource, id)])
      if (Object.keys(resources[resource]?.children ?? {}).length > 0) keys.add(keyOf(childrenKind(resource), id))
      collectNested(resource, cachedRecord, keys)
      return [...keys]
    },
    /** The entities that a response with these records depends on. */
    ofRecords: (resource: string, records: object[]): Set<EntityKey> => {
      const keys = new Set<EntityKey>()
      // Every record of a resource has an id.
      for (const record of records as CachedRecord[]) {
        keys.add(keyOf(resource, record.id))
        collectNested(resource, record, keys)
      }
      return keys
    },
    /** The entities that are nested in the records of a list. */
    nestedIn: (resource: string, records: object[]): EntityKey[] => {
      const keys = new Set<EntityKey>()
      // Every record of a resource has an id.
      for (const record of records as CachedRecord[]) collectNested(resource, record, keys)
      return [...keys]
    },
    /**
     * The entities that changed. Records that the same commit inserted are left out, though rows that link them to
     * others are reported as their changes: no response depends on them yet. Lists find new records by their ids.
     */
    changedBy: function* (changes: readonly Change[]): Generator<EntityKey> {
      const known = changes.filter(({ kind }) => indexOfKind.has(kind))
      const inserted = new Set(known.flatMap(({ kind, id, isNew }) => (isNew ? keyOf(kind, id) : [])))
      for (const { kind, id } of known) {
        const key = keyOf(kind, id)
        if (!inserted.has(key)) yield key
      }
    },
  }
}

export type Dependencies = ReturnType<typeof createDependencies>
