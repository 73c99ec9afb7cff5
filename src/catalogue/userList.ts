import type { Reader } from '../library/connection.ts'
import type { IdRange } from '../library/listRange.ts'
import type { ResourceName } from './resources.ts'
import type { StoredRecord } from './store.ts'

/** A list that differs for each user, such as the tracks that they like. */
export interface UserList {
  /** The path below `/api`. */
  path: string
  user_id: number
  /** The kind of changes that add records to the list or remove them. The id of such a change is the user's. */
  kind: string
  /** The name of the records' resource. */
  resource: ResourceName
  /** Reads a range of positions, in the order of the list. */
  readPage(read: Reader, range: IdRange): Promise<{ records: StoredRecord[]; positions: number[] }>
}
