import { fromKeys } from '../../../src/base/objects.ts'
import type { RecordWrite } from '../../../src/catalogue/changes/recordWrite.ts'
import { createPageWriter } from '../../../src/catalogue/changes/writeRecords.ts'
import { likeAll } from '../../../src/catalogue/likes/store.ts'
import { deleteRecordsById } from '../../../src/catalogue/records.ts'
import { type ResourceName, resourceNames, resources } from '../../../src/catalogue/resources.ts'
import { users } from '../../../src/library/accountSchema.ts'
import type { Database } from '../../../src/library/database.ts'
import { likes } from '../../../src/library/likeSchema.ts'
import { seed_bases } from '../../../src/library/seedSchema.ts'
import { toCreated } from '../../../src/seeding/apply/recordChanges.ts'
import type { Entry } from '../../../src/seeding/entries.ts'
import { type Row, readPages } from '../../../src/seeding/rows.ts'
import { unaudited } from '../../support/unaudited.ts'
import type { RandomCase } from './cases.ts'

/** All records and likes of a library. */
export type LibraryState = Record<ResourceName, Row[]> & { likes: { user_id: number; track_id: number }[] }

export const readState = async ({ read }: Database): Promise<LibraryState> => {
  const records = fromKeys(resourceNames, (): Row[] => [])
  for (const name of resourceNames) {
    for await (const page of readPages(read, resources[name])) records[name].push(...page)
  }
  const pairs = await read.select().from(likes).orderBy(likes.id)
  return { ...records, likes: pairs.map(({ user_id, track_id }) => ({ user_id, track_id })) }
}

/** The id that `writeState` gives to a record. */
const toId = (index: number): number => index + 1

/** Replaces all records of a library, and the likes of its listeners. */
export const writeState = async (database: Database, { library, likes }: Pick<RandomCase, 'library' | 'likes'>) => {
  const before = await readState(database)
  await database.write(async (tx) => {
    // The ids are used again, for other records.
    await tx.db.delete(seed_bases)
    for (const name of resourceNames.toReversed())
      await deleteRecordsById(
        tx.db,
        name,
        before[name].map(({ id }) => id),
      )
    for (const name of resourceNames) {
      const section = resources[name]
      const page: RecordWrite[] = []
      for (const [index, { ...row }] of library[name].entries()) {
        for (const member of Object.keys(section.targets)) {
          const value = row[member]
          if (Array.isArray(value)) row[member] = value.map(toId).sort((a, b) => a - b)
          else if (typeof value === 'number') row[member] = toId(value)
        }
        page.push(toCreated(section, toId(index), row as Entry))
      }
      await createPageWriter(unaudited(tx), { likesTaken: new Map(), auditsCreated: false })(page)
    }
    for (const [index, liked] of likes.entries()) {
      const ids = liked.filter((track) => track < library.tracks.length).map(toId)
      await likeAll(tx, index + 1, ids)
    }
  })
}

/** Creates the accounts whose likes `writeState` writes. */
export const createListeners = (database: Database) =>
  database.write(async (tx) => {
    const stamps = { created_at: tx.now, updated_at: tx.now }
    for (const id of [1, 2])
      await tx.db
        .insert(users)
        .values({ id, name: 'a', email: `${id}@example.com`, password: '', role_id: 1, ...stamps })
  })
