import type { Resource } from '../../catalogue/resources.ts'
import { type Entry, identityOf, keyOf } from '../entries.ts'
import type { Row } from '../rows.ts'
import type { Claim } from './claims.ts'

const noIndexes: readonly number[] = []

/** Finds the entries of a section that claim a record. Entries are known by their index in the section. */
export class EntryIndex {
  private readonly byKey = new Map<string, number>()
  /** The entries without a key. */
  private readonly byIdentity = new Map<string, number>()
  /** The entries with a key, apart from removals. */
  private readonly keyedByIdentity = new Map<string, number[]>()
  private readonly byAcceptedId = new Map<number, number>()
  private readonly byFormerKey = new Map<string, number>()
  private readonly byFormerIdentity = new Map<string, number>()
  /** The `formerly` of entries, with ids in place of references: a key, or the identities that it may mean. */
  readonly formerly = new Map<number, readonly Entry[]>()

  constructor(private readonly section: Resource) {}

  /**
   * Adds an entry. Returns the index of the entry that was added before with the same key or, for entries without a key,
   * the same identity; such a duplicate is not added.
   */
  add(index: number, entry: Entry, isRemoval: boolean): number | undefined {
    const key = keyOf(entry)
    const identity = identityOf(this.section, entry)
    const duplicate = key === undefined ? addOnce(this.byIdentity, identity, index) : addOnce(this.byKey, key, index)
    if (duplicate !== undefined || key === undefined || isRemoval) return duplicate
    const keyed = this.keyedByIdentity.get(identity)
    if (keyed) keyed.push(index)
    else this.keyedByIdentity.set(identity, [index])
  }

  /** Adds the record that an accepted rename gives to an entry. */
  addAcceptedRename(index: number, id: number): void {
    this.byAcceptedId.set(id, index)
  }

  /** Adds what an entry says that it was. Returns the index of an entry that was added before with the same. */
  addFormerly(index: number, records: readonly Entry[]): number | undefined {
    this.formerly.set(index, records)
    return records
      .map((record) => {
        const key = keyOf(record)
        return key === undefined
          ? addOnce(this.byFormerIdentity, identityOf(this.section, record), index)
          : addOnce(this.byFormerKey, key, index)
      })
      .find((first) => first !== undefined)
  }

  /** The entries that describe a record as it is in the library. */
  findDescribing({ key }: Row, identity: string): readonly number[] {
    const withKey = key === null ? undefined : this.byKey.get(key)
    if (withKey !== undefined) return [withKey]
    const withIdentity = this.byIdentity.get(identity)
    if (withIdentity !== undefined) return [withIdentity]
    return (key === null && this.keyedByIdentity.get(identity)) || noIndexes
  }

  /** The entry without a key that describes a record by an identity that it had, if no entry has its key. */
  findKeyless({ key }: Pick<Row, 'key'>, identity: string): number | undefined {
    return key !== null && this.byKey.has(key) ? undefined : this.byIdentity.get(identity)
  }

  /**
   * The entry whose record one was that no entry describes, with the reason.
   * @param atLastSeed - the entry that the record was the one of at the last seed
   */
  findFormer(
    { id, key }: Pick<Row, 'id' | 'key'>,
    identity: string,
    atLastSeed: number | undefined,
  ): [number, Claim] | undefined {
    const accepted = this.byAcceptedId.get(id)
    if (accepted !== undefined) return [accepted, 'acceptedRename']
    const withKey = key === null ? undefined : this.byFormerKey.get(key)
    if (withKey !== undefined) return [withKey, 'formerKey']
    const withIdentity = this.byFormerIdentity.get(identity)
    if (withIdentity !== undefined) return [withIdentity, 'formerIdentity']
    if (atLastSeed !== undefined) return [atLastSeed, 'lastSeed']
    const [withPath, ...others] = (this.section.hasPath && this.keyedByIdentity.get(identity)) || noIndexes
    return withPath === undefined || others.length > 0 ? undefined : [withPath, 'path']
  }
}

/** Returns the index that a text has already, or else sets it. */
const addOnce = (indexes: Map<string, number>, text: string, index: number): number | undefined => {
  const first = indexes.get(text)
  if (first === undefined) indexes.set(text, index)
  return first
}
