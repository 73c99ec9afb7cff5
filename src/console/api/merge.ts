import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { capitalize } from '../../base/words.ts'
import { DigestOfChanges } from '../../catalogue/changes/changeSet.ts'
import { RunOptions, runChanges } from '../../catalogue/changes/run.ts'
import { findMerge, type Merge, type MergedName, mergedNames } from '../../catalogue/merge.ts'
import { resources } from '../../catalogue/resources.ts'
import { nameOfState } from '../../catalogue/states.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import { NamedRecord } from '../../search/model.ts'
import { RecordIds } from '../../validation/reference.ts'
import type { ConsoleDeps } from '../deps.ts'

/** How many records are merged at once. */
const maxMerged = 100

export const MergeRequest = Type.Object({
  from: RecordIds(maxMerged),
  ...RunOptions.properties,
})

export const MergedRecord = Type.Object({
  id: Type.Integer(),
  name: Type.String({ description: 'Its name or title.' }),
  references: Type.Integer({ description: 'The number of references to it.' }),
})

export const MergeResult = Type.Object({
  into: NamedRecord,
  merged: Type.Array(MergedRecord, { description: 'The records that are deleted, ordered by id.' }),
  moved: Type.Record(Type.String(), Type.Integer(), {
    description: 'The numbers of references that are moved, by the resources of the records that have them.',
  }),
  duplicates: Type.Integer({
    description:
      'How many of these are links of a record that has one to the record that stays already: they are deleted.',
  }),
  digest: DigestOfChanges,
})

const toResult = (
  name: MergedName,
  { into, merged, moved, duplicates, changes: { digest } }: Merge,
): Static<typeof MergeResult> => ({
  into: { id: into.id, name: nameOfState(name, into) },
  ...{ merged, moved, duplicates, digest },
})

/** Merges records into one: all of them or none. */
export const mergeRoutes = ({ library, guards, jsonBody }: ConsoleDeps) => {
  const routes = new Elysia().use(guards.adminOnly)
  for (const name of mergedNames) {
    const type = capitalize(resources[name].kind)
    routes.post(
      `/${name}/:id/merge`,
      async ({ params, body: { from, ...run }, write, longWork }) => {
        const into = parsePathId(type, params)
        const find = (read: Reader) => findMerge(read, name, { into, from })
        return toResult(name, await runChanges(library, { write, longWork }, run, find))
      },
      {
        ...jsonBody(MergeRequest),
        detail: { operationId: `merge${capitalize(name)}`, summary: `Merge ${name} into one` },
        response: { 200: MergeResult, 409: Message, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
  }
  return routes
}
