import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listChanges } from '../../catalogue/changes/changeSet.ts'
import { RunOptions } from '../../catalogue/changes/run.ts'
import { exampleConflict, toUndoneRecord, UndoConflict, UndoResult } from '../../history/undo/report.ts'
import { type Undone, undoEntry } from '../../history/undo/undo.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { NamedObject } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

export const UndoRequest = NamedObject('UndoRequest', RunOptions.properties, { dry_run: true })

export const UndoConflictBody = NamedObject('UndoConflictBody', {
  message: Type.String({ examples: [`Entry 118 can't be undone. ${exampleConflict}`] }),
  conflicts: Type.Optional(Type.Array(UndoConflict)),
})

const toResult = async ({ entry, changes, ...numbers }: Undone): Promise<UndoResult> => {
  const { listed, more } = await listChanges(changes, toUndoneRecord)
  return { id: entry.id, ...numbers, changes: listed, more, digest: changes.digest }
}

/** Undoes entries of the audit trail. */
export const undoRoutes = ({ library, guards, jsonBody, limits }: ConsoleDeps) =>
  new Elysia({ prefix: '/audit' }).use(guards.adminOnly).post(
    '/:id/revert',
    async ({ params, body, write, longWork }) => {
      const options = { ...body, keepMs: limits.undoKeepMs }
      return toResult(await undoEntry(library, { write, longWork }, parsePathId('Entry', params), options))
    },
    {
      ...jsonBody(UndoRequest),
      detail: { operationId: 'undoAuditEntry', summary: 'Undo the changes of an entry of the audit trail' },
      response: {
        200: UndoResult,
        409: UndoConflictBody,
        410: Message,
        ...errorResponses.adminRecord,
        ...errorResponses.body,
      },
    },
  )
