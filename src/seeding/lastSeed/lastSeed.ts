import { and, eq, gt, sql } from 'drizzle-orm'
import { slices } from '../../base/objects.ts'
import type { ResourceName } from '../../catalogue/resources.ts'
import type { Reader, Writer } from '../../library/connection.ts'
import { arrayRows, isAmongIds, itemAt } from '../../library/engineSql.ts'
import { conflictTarget, prepared } from '../../library/prepared.ts'
import { seed_bases } from '../../library/seedSchema.ts'
import { decisions } from './recordHashes.ts'

const blockSize = 256

/** How many blocks one statement reads or writes: about a megabyte. */
const blocksPerStatement = 100

const statements = {
  select: prepared((on) =>
    on
      .select({ block: seed_bases.block, bases: seed_bases.bases })
      .from(seed_bases)
      .where(and(eq(seed_bases.resource, sql.placeholder('name')), gt(seed_bases.block, sql.placeholder('after'))))
      .orderBy(seed_bases.block)
      .limit(blocksPerStatement)
      .prepare(),
  ),
  upsert: prepared((on: Writer) =>
    on
      .insert(seed_bases)
      .select(
        sql`select ${itemAt(0, 'text')}, ${itemAt(1, 'integer')}, ${itemAt(2, 'text')} from ${arrayRows('rows')} where true`,
      )
      .onConflictDoUpdate({
        target: conflictTarget(seed_bases.resource, seed_bases.block),
        set: { bases: sql.raw('excluded."bases"') },
      })
      .prepare(),
  ),
  delete: prepared((on: Writer) =>
    on
      .delete(seed_bases)
      .where(sql`${eq(seed_bases.resource, sql.placeholder('name'))} and ${isAmongIds(seed_bases.block, 'ids')}`)
      .prepare(),
  ),
}

/** The decision alone, without hashes. */
const keptNew = decisions.stays

/** What the last seeds have noted of a resource's records, by their ids. It is in memory until it is written. */
export class LastSeed {
  private readonly changed = new Set<number>()

  /** Whether no seed has had any of the records before. */
  readonly isEmpty: boolean

  private constructor(
    private readonly name: ResourceName,
    /** The lines of each block. They are taken apart where one of them is read. */
    private readonly blocks: Map<number, string | string[]>,
  ) {
    this.isEmpty = blocks.size === 0
  }

  static async read(read: Reader, name: ResourceName): Promise<LastSeed> {
    const blocks = new Map<number, string>()
    for (let after: number | undefined = -1; after !== undefined; ) {
      const rows = await statements.select(read).all({ name, after })
      for (const { block, bases } of rows) blocks.set(block, bases)
      after = rows.at(blocksPerStatement - 1)?.block
    }
    return new LastSeed(name, blocks)
  }

  /** @returns undefined for a record that no seed has had in its file */
  get(id: number): string | undefined {
    const line = this.lineOf(id)
    return line === keptNew ? undefined : line
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  /** Whether it was decided that a record stays which no seed has had in its file. */
  isKeptNew(id: number): boolean {
    return this.lineOf(id) === keptNew
  }

  setKeptNew(id: number): void {
    this.set(id, keptNew)
  }

  remove(id: number): void {
    if (this.lineOf(id) !== undefined) this.set(id, undefined)
  }

  /** @param hashes - undefined for none */
  set(id: number, hashes: string | undefined): void {
    const block = Math.floor(id / blockSize)
    const lines = this.linesOf(block) ?? []
    this.blocks.set(block, lines)
    while (lines.length < id % blockSize) lines.push('')
    lines[id % blockSize] = hashes ?? ''
    // Records are created in the order of their ids. One text is smaller than many.
    if (id % blockSize === blockSize - 1) this.blocks.set(block, lines.join('\n'))
    this.changed.add(block)
  }

  /** All records of which something was noted, also those that are deleted. */
  *entries(): Generator<[id: number, hashes: string]> {
    for (const block of this.blocks.keys())
      for (const [position, hashes] of (this.linesOf(block) ?? []).entries())
        if (hashes !== '' && hashes !== keptNew) yield [block * blockSize + position, hashes]
  }

  async write(db: Writer): Promise<void> {
    const rows = [...this.changed].map((block) => [this.name, block, this.textOf(block).replace(/\n+$/, '')])
    for (const page of slices(rows, blocksPerStatement)) await statements.upsert(db).run({ rows: JSON.stringify(page) })
    const empty = rows.filter(([, , bases]) => bases === '').map(([, block]) => block)
    if (empty.length > 0) await statements.delete(db).run({ name: this.name, ids: JSON.stringify(empty) })
  }

  private lineOf(id: number): string | undefined {
    return this.linesOf(Math.floor(id / blockSize))?.[id % blockSize] || undefined
  }

  private textOf(block: number): string {
    const lines = this.blocks.get(block) ?? ''
    return typeof lines === 'string' ? lines : lines.join('\n')
  }

  private linesOf(block: number): string[] | undefined {
    const lines = this.blocks.get(block)
    if (typeof lines !== 'string') return lines
    const split = lines.split('\n')
    this.blocks.set(block, split)
    return split
  }
}
