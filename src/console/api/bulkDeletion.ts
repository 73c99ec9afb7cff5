import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { capitalize } from '../../base/words.ts'
import { findDeletions } from '../../catalogue/bulkDeletion.ts'
import { listChanges, ReportDigest } from '../../catalogue/changes/changeSet.ts'
import { type RunContext, RunOptions, runChanges } from '../../catalogue/changes/run.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { RecordIds } from '../../validation/reference.ts'
import { NamedObject, NamedRecord, withExample } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'
import { countDeletionEffects } from './references.ts'

/** Each record is deleted by statements of its own, and every other write waits meanwhile. */
const maxRecords = 1_000

export const BulkDeletion = NamedObject(
  'BulkDeletion',
  { ids: RecordIds(maxRecords), ...RunOptions.properties },
  { ids: [1, 2], dry_run: true },
)

export const BulkDeletionResult = NamedObject('BulkDeletionResult', {
  deleted: Type.Integer({ examples: [2] }),
  records: withExample(Type.Array(NamedRecord, { description: 'At most 100, ordered by id.' }), [
    { id: 1, name: 'Kind of Blue' },
    { id: 2, name: 'Homogenic' },
  ]),
  more: Type.Integer({ description: 'The number of records that `records` leaves out.', examples: [0] }),
  affected: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many other records lose them, and how many likes and links are deleted, by kind.',
    examples: [{ tracks: 15 }],
  }),
  digest: ReportDigest('Identifies the records and what loses them. Send it to delete exactly these.'),
})

/** Deletes many records at once: all of them or none. */
export const bulkDeletionRoutes = ({ library, guards, jsonBody }: ConsoleDeps) => {
  const deleteAll = async (
    name: ResourceName,
    { ids, ...run }: { ids: number[] } & RunOptions,
    context: RunContext,
  ): Promise<Static<typeof BulkDeletionResult>> => {
    const { changes, affected } = await runChanges(library, context, run, async (read) => {
      const affected = await countDeletionEffects(read, name, ids)
      return { ...(await findDeletions(read, name, ids, affected)), affected }
    })
    const { listed, more } = await listChanges(changes, ({ id, name }) => ({ id, name }))
    return { deleted: changes.length, records: listed, more, affected, digest: changes.digest }
  }

  const routes = new Elysia({ prefix: '/bulk' }).use(guards.adminOnly)
  for (const name of resourceNames) {
    routes.post(`/${name}/delete`, ({ body, write, longWork }) => deleteAll(name, body, { write, longWork }), {
      ...jsonBody(BulkDeletion),
      detail: { operationId: `deleteMany${capitalize(name)}`, summary: `Delete many ${name} at once` },
      response: { 200: BulkDeletionResult, 409: Message, ...errorResponses.admin, ...errorResponses.body },
    })
  }
  return routes
}
