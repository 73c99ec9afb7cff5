import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { capitalize } from '../../base/words.ts'
import { applyMerge, findMerge, type Merge, type MergedName, mergedNames, nameOfState } from '../../catalogue/merge.ts'
import { resources } from '../../catalogue/resources.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import { NamedRecord } from '../../search/model.ts'
import { Flag } from '../../validation/choice.ts'
import { Digest, requireDigest } from '../../validation/digest.ts'
import { RecordIds } from '../../validation/reference.ts'
import type { ConsoleDeps } from '../deps.ts'

/** How many records are merged at once. */
const maxMerged = 100

export const MergeRequest = Type.Object({
  from: RecordIds(maxMerged),
  dry_run: Type.Optional(Flag()),
  digest: Type.Optional(Digest()),
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
  digest: Type.String({ description: 'Identifies all changes. Send it to make exactly these.' }),
})

const toResult = (
  name: MergedName,
  { into, merged, moved, duplicates, digest }: Merge,
): Static<typeof MergeResult> => ({
  into: { id: into.id, name: nameOfState(name, into) },
  merged: merged.map(({ state, references }) => ({ id: state.id, name: nameOfState(name, state), references })),
  moved,
  duplicates,
  digest,
})

/** Merges records into one: all of them or none. */
export const mergeRoutes = ({ library, guards, jsonBody }: ConsoleDeps) => {
  const routes = new Elysia().use(guards.adminOnly)
  for (const name of mergedNames) {
    const type = capitalize(resources[name].kind)
    routes.post(
      `/${name}/:id/merge`,
      async ({ params, body: { from, dry_run = false, digest }, write, longWork }) => {
        const merge = { into: parsePathId(type, params), from }
        const find = (read: Reader) => findMerge(read, name, merge)
        if (dry_run) return toResult(name, await library.longSnapshot(longWork, find))
        return write(async (tx) => {
          const found = await find(tx.db)
          requireDigest(found.digest, digest)
          await applyMerge(tx, name, found)
          return toResult(name, found)
        }, longWork)
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
