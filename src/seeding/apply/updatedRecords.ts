import { compressedList } from '../../base/compressedPages.ts'
import { recordsPerStatement } from '../../catalogue/changes/recordWrite.ts'
import type { Resource, Value } from '../../catalogue/resources.ts'
import type { Entry } from '../entries.ts'
import { isEqual } from '../report/diff.ts'
import type { Row } from '../rows.ts'

/** A record that the library has, and that its entry changes. */
export interface UpdatedRecord {
  id: number
  /** What it is known by after the seed: its key and the members of its identity. */
  identified: Entry
  /** The members that change, as the library has them. */
  before: Entry
  after: Entry
}

/** The records of a section that entries change. */
export interface UpdatedRecords {
  readonly length: number
  pages(): Iterable<UpdatedRecord[]>
  /** The records that lose or change their keys. */
  readonly keysReleased: readonly number[]
  /** @param row - the record as it is in the library */
  add(row: Row, decided: Entry): void
}

export const updatedRecords = ({ identity }: Resource): UpdatedRecords => {
  const list = compressedList<UpdatedRecord>(recordsPerStatement)
  const keysReleased: number[] = []
  const add = (row: Row, decided: Entry) => {
    const record: UpdatedRecord = { id: row.id, identified: {}, before: {}, after: {} }
    for (const [member, value] of Object.entries(decided)) {
      if (isEqual(row[member], value)) continue
      record.before[member] = row[member] as Value // a record has all members
      record.after[member] = value
    }
    for (const member of ['key', ...identity])
      record.identified[member] = (decided[member] === undefined ? row[member] : decided[member]) as Value
    if (record.after.key !== undefined && row.key !== null) keysReleased.push(row.id)
    list.add(record)
  }
  return {
    get length() {
      return list.length
    },
    pages: list.pages,
    keysReleased,
    add,
  }
}
