import type { Resource, ResourceName } from '../../catalogue/resources.ts'
import type { Reader } from '../../library/connection.ts'
import type { Bases } from '../base/bases.ts'
import { identityOfBase, identityOfEntry } from '../base/recordBase.ts'
import type { SeedContext } from '../context.ts'
import type { Entry } from '../entries.ts'
import { readByIds } from '../rows.ts'

/**
 * Finds the records that entries were the ones of at the last seed, by the key or the identity that the file had for them. So an entry
 * finds a record that people have renamed, and it is known which record people have deleted.
 */
export class BaseMatcher {
  private indexes: Map<number | string, number> | undefined
  private ids: Map<number | string, number> | undefined

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

  /** The index of the entry that a record was the one of. */
  entryFor(id: number): number | undefined {
    const base = this.bases.get(id)
    if (base === undefined) return
    if (!this.indexes) {
      this.indexes = new Map()
      for (const [index, entry] of this.entries.entries()) this.indexes.set(this.identityOf(entry), index)
    }
    return this.indexes.get(identityOfBase(this.name, base))
  }

  /** What the file knows an entry by. A record that is created again for it, such as the label of an album, has another id than at the last seed. */
  private identityOf(entry: Entry): number | string {
    const [, scope = ''] = this.section.identity
    const [target, id] = [this.section.targets[scope], entry[scope]]
    const formerId =
      target && typeof id === 'number' ? this.context.sections[target].formerDeletedIds.get(id) : undefined
    return identityOfEntry(this.name, formerId === undefined ? entry : { ...entry, [scope]: formerId })
  }

  private *identities(): Generator<[number | string, number]> {
    for (const [id, base] of this.bases.entries()) yield [identityOfBase(this.name, base), id]
  }

  /** The ids that the records of some entries had before people deleted them, by the indexes of the entries. */
  async findDeleted(read: Reader, indexes: readonly number[]): Promise<Map<number, number>> {
    const found = new Map<number, number>()
    if (indexes.length === 0 || this.bases.isEmpty) return found
    this.ids ??= new Map(this.identities())
    for (const index of indexes) {
      const id = this.ids.get(this.identityOf(this.entries[index] as Entry)) // the indexes are those of entries
      if (id !== undefined) found.set(index, id)
    }
    const present = new Set((await readByIds(read, this.section, [...found.values()])).map(({ id }) => id))
    for (const [index, id] of found) if (present.has(id)) found.delete(index)
    return found
  }
}
