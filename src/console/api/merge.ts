import { Elysia } from 'elysia'
import { capitalize } from '../../base/words.ts'
import { RunOptions, runChanges } from '../../catalogue/changes/run.ts'
import { findMerge, MergeResult, mergedNames } from '../../catalogue/merge.ts'
import { resources } from '../../catalogue/resources.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import type { Reader } from '../../library/connection.ts'
import { RecordIds } from '../../validation/reference.ts'
import { NamedObject } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

/** How many records are merged at once. */
const maxMerged = 100

export const MergeRequest = NamedObject(
  'MergeRequest',
  { from: RecordIds(maxMerged), ...RunOptions.properties },
  { from: [7], dry_run: true },
)

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
        const { entry, changes, ...found } = await runChanges(library, { write, longWork }, run, find)
        return { ...found, digest: changes.digest }
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
