import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { MemberChange, RecordNumbers } from '../../audit/model.ts'
import { listChanges } from '../../catalogue/changes/changeSet.ts'
import { pathOf, type RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { type UndoResult as Result, undoEntry } from '../../history/undo/undo.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { Nullable, Timestamp } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'
import { digestOfChanges, maxListed, run } from './changes.ts'

export const UndoRequest = Type.Object(run)

const writeActions = ['create', 'update', 'delete'] as const

export const UndoneRecord = Type.Object({
  record: Type.String({ description: 'The path of the record below `/api`, such as `tracks/3`.' }),
  name: Type.String({ description: 'Its name or title.' }),
  action: Type.Unsafe<(typeof writeActions)[number]>(Type.String({ enum: writeActions, title: 'UndoAction' })),
  members: Type.Record(Type.String(), MemberChange),
})

export const UndoConflict = Type.Object({
  record: Type.String({ description: 'The path of the record below `/api`, such as `tracks/3`.' }),
  members: Type.Array(Type.String(), { description: 'What was changed since.' }),
  message: Type.String(),
  entry: Nullable(Type.Integer({ description: 'The id of the entry that says who changed it.' })),
  email: Nullable(Type.String()),
  created_at: Nullable(Timestamp),
})

export const UndoResult = Type.Object({
  id: Type.Integer({ description: 'The id of the entry.' }),
  counts: RecordNumbers,
  changes: Type.Array(UndoneRecord, { description: 'At most 100.' }),
  more: Type.Integer({ description: 'The number of records that `changes` leaves out.' }),
  conflicts: Type.Array(UndoConflict, {
    description: 'What speaks against it, after a dry run: at most 100. Without a dry run, it is a 409.',
  }),
  more_conflicts: Type.Integer({ description: 'The number of conflicts that `conflicts` leaves out.' }),
  digest: digestOfChanges,
})

export const UndoConflictBody = Type.Object({
  ...Message.properties,
  conflicts: Type.Optional(Type.Array(UndoConflict)),
})

const toUndoneRecord = (write: RecordWrite): Static<typeof UndoneRecord> => {
  const { name, changes: members } = write
  const action = write.action as (typeof writeActions)[number] // an undo merges nothing
  return { record: pathOf(write), name, action, members }
}

const toResponse = async (result: Result): Promise<Static<typeof UndoResult>> => {
  const { entry, changes, conflicts, moreConflicts, counts } = result
  const { listed, more } = await listChanges(changes, maxListed, toUndoneRecord)
  const { digest } = changes
  return { id: entry.id, counts, changes: listed, more, conflicts, more_conflicts: moreConflicts, digest }
}

/** Undoes entries of the audit trail. */
export const undoRoutes = ({ library, guards, jsonBody, limits }: ConsoleDeps) =>
  new Elysia({ prefix: '/audit' }).use(guards.adminOnly).post(
    '/:id/revert',
    async ({ params, body, write, longWork }) => {
      const options = { ...body, keepMs: limits.undoKeepMs }
      return toResponse(await undoEntry(library, { write, longWork }, parsePathId('Entry', params), options))
    },
    {
      ...jsonBody(UndoRequest),
      detail: { operationId: 'undoAuditEntry', summary: 'Undo what an entry of the audit trail reports' },
      response: {
        200: UndoResult,
        409: UndoConflictBody,
        410: Message,
        ...errorResponses.adminRecord,
        ...errorResponses.body,
      },
    },
  )
