import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { AuditedTransaction, AuditedWrite } from '../../audit/write.ts'
import { capitalize } from '../../base/words.ts'
import type { RecordChange } from '../../catalogue/bulk.ts'
import { deleteRecords, digestDeletions, findDeletions } from '../../catalogue/bulkDeletion.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import type { LongWork } from '../../library/longWork.ts'
import { Flag } from '../../validation/choice.ts'
import { Digest, requireDigest } from '../../validation/digest.ts'
import { RecordIds } from '../../validation/reference.ts'
import type { ConsoleDeps } from '../deps.ts'
import { countDeletionEffects } from './references.ts'

/** Each record is deleted by statements of its own, and every other write waits meanwhile. */
const maxRecords = 1_000

export const BulkDeletion = Type.Object({
  ids: RecordIds(maxRecords),
  dry_run: Type.Optional(Flag()),
  digest: Type.Optional(Digest()),
})

export const DeletedRecord = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'Its name or title.' }),
})

export const BulkDeletionResult = Type.Object({
  deleted: Type.Integer(),
  records: Type.Array(DeletedRecord, { description: 'At most 100, ordered by id.' }),
  more: Type.Integer({ description: 'The number of records that `records` leaves out.' }),
  affected: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many other records lose them, and how many likes and links are deleted, by kind.',
  }),
  digest: Type.String({ description: 'Identifies the records and what loses them. Send it to delete exactly these.' }),
})

const maxListed = 100

const toResult = async (
  records: readonly RecordChange[],
  affected: Record<string, number>,
): Promise<Static<typeof BulkDeletionResult>> => ({
  deleted: records.length,
  records: records.slice(0, maxListed).map(({ id, name }) => ({ id, name })),
  more: Math.max(0, records.length - maxListed),
  affected,
  digest: await digestDeletions(records, affected),
})

/** Deletes many records at once: all of them or none. */
export const bulkDeletionRoutes = ({ library, guards, jsonBody }: ConsoleDeps) => {
  const run = async (
    name: ResourceName,
    { ids, dry_run = false, digest }: { ids: number[]; dry_run?: boolean; digest?: string },
    { write, longWork }: { write: AuditedWrite; longWork: LongWork },
  ) => {
    const find = async (read: Reader) => {
      const records = await findDeletions(read, name, ids)
      return { records, result: await toResult(records, await countDeletionEffects(read, name, ids)) }
    }
    if (dry_run) return (await library.longSnapshot(longWork, find)).result
    const deleteAll = async (tx: AuditedTransaction) => {
      const { records, result } = await find(tx.db)
      requireDigest(result.digest, digest)
      await deleteRecords(tx, name, records)
      return result
    }
    return write(deleteAll, longWork)
  }

  const routes = new Elysia({ prefix: '/bulk' }).use(guards.adminOnly)
  for (const name of resourceNames) {
    routes.post(`/${name}/delete`, ({ body, write, longWork }) => run(name, body, { write, longWork }), {
      ...jsonBody(BulkDeletion),
      detail: { operationId: `deleteMany${capitalize(name)}`, summary: `Delete many ${name} at once` },
      response: { 200: BulkDeletionResult, 409: Message, ...errorResponses.admin, ...errorResponses.body },
    })
  }
  return routes
}
