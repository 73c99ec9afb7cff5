import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Resource, ResourceName } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import type { Bases } from '../base/bases.ts'
import { identitiesOfBase, identityOfEntry } from '../base/recordBase.ts'
import type { SeedContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { readByIds } from '../rows.ts'

/** The number of items that are indexed before others may run. */
const itemsPerSlice = 100

/**
 * Finds the records that entries were the ones of at the last seed, by the key or the identity that the file had for them. So an entry
 * finds a record that people have renamed, and it is known which record people have deleted.
 */
export class BaseMatcher {
  private indexes: Map<number | string, number> | undefined
  private ids: Map<number | string, number> | undefined
  private readonly foundDeletedIds = new Set<number>()

  private readonly name: ResourceName
  private readonly bases: Bases

  constructor(
    private readonly context: SeedContext,
    private readonly section: Resource,
    private readonly entries: readonly Entry[],
  ) {
    this.name = section.name
    this.bases = context.sections[section.name].bases
  }

  /** Has to be called before `entryFor`. */
  async indexEntries(): Promise<void> {
    if (this.indexes) return
    this.indexes = new Map()
    for (const [index, entry] of this.entries.entries()) {
      if (index % itemsPerSlice === 0) await yieldIfDue()
      for (const identity of this.identitiesOf(index, entry))
        if (!this.indexes.has(identity)) this.indexes.set(identity, index)
    }
  }

  /** The index of the entry that a record was the one of. */
  entryFor(id: number): number | undefined {
    const base = this.bases.get(id)
    if (base === undefined) return
    for (const identity of identitiesOfBase(this.name, base)) {
      const index = this.indexes?.get(identity)
      if (index !== undefined) return index
    }
  }

  /** The ids that the records of some entries had before people deleted them, by the indexes of the entries. */
  async findDeleted(read: Reader, indexes: readonly number[]): Promise<Map<number, number>> {
    const found = new Map<number, number>()
    if (indexes.length === 0 || this.bases.isEmpty) return found
    const ids = await this.indexBases()
    for (const index of indexes) {
      const identities = this.identitiesOf(index, this.entries[index] as Entry) // the indexes are those of entries
      const id = identities.map((identity) => ids.get(identity)).find((known) => known !== undefined)
      if (id !== undefined) found.set(index, id)
    }
    const present = new Set((await readByIds(read, this.section, [...found.values()])).map(({ id }) => id))
    for (const [index, id] of found) {
      // Of several entries, the first has been the record's.
      if (present.has(id) || this.foundDeletedIds.has(id)) found.delete(index)
      this.foundDeletedIds.add(id)
    }
    return found
  }

  private async indexBases(): Promise<Map<number | string, number>> {
    if (this.ids) return this.ids
    this.ids = new Map()
    let count = 0
    for (const [id, base] of this.bases.entries()) {
      if (count++ % itemsPerSlice === 0) await yieldIfDue()
      for (const identity of identitiesOfBase(this.name, base)) this.ids.set(identity, id)
    }
    return this.ids
  }

  /** What the file knows an entry by, and what it has known it by before. */
  private identitiesOf(index: number, entry: Entry): (number | string)[] {
    const formers = this.context.sections[this.name].formerIdentities.get(index) ?? []
    return [entry, ...formers].map((record) => this.identityOf(record))
  }

  /** What the file knows an entry by. A record that is created again for it, such as the label of an album, has another id than at the last seed. */
  private identityOf(entry: Entry): number | string {
    const [, scope = ''] = this.section.identity
    const [target, id] = [this.section.targets[scope], entry[scope]]
    const formerId =
      target && typeof id === 'number' ? this.context.sections[target].formerDeletedIds.get(id) : undefined
    return identityOfEntry(this.name, formerId === undefined ? entry : { ...entry, [scope]: formerId })
  }
}
