import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { MemberChange, RecordNumbers } from '../../audit/model.ts'
import { resources } from '../../catalogue/resources.ts'
import type { Write } from '../../history/undo/plannedWrite.ts'
import { type UndoResult as Result, undoEntry } from '../../history/undo/undo.ts'
import { parsePathId } from '../../http/paths.ts'
import { errorResponses, Message } from '../../http/schemas.ts'
import { Flag } from '../../validation/choice.ts'
import { Digest } from '../../validation/digest.ts'
import { Nullable, Timestamp } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

export const UndoRequest = Type.Object({ dry_run: Type.Optional(Flag()), digest: Type.Optional(Digest()) })

const writeActions = ['create', 'update', 'delete'] as const

export const UndoneRecord = Type.Object({
  record: Type.String({ description: 'The path of the record below `/api`, such as `tracks/3`.' }),
  name: Type.String({ description: 'Its name or title.' }),
  action: Type.Unsafe<Write['action']>(Type.String({ enum: writeActions, title: 'UndoAction' })),
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
  digest: Type.String({ description: 'Identifies all changes. Send it to make exactly these.' }),
})

export const UndoConflictBody = Type.Object({
  ...Message.properties,
  conflicts: Type.Optional(Type.Array(UndoConflict)),
})

const maxListed = 100

const toUndoneRecord = ({ name, id, action, before, after, changes }: Write): Static<typeof UndoneRecord> => ({
  record: `${name}/${id}`,
  name: String((action === 'delete' ? before?.members : after)?.[resources[name].nameMember]),
  action,
  members: changes,
})

const toResponse = ({
  entry,
  writes,
  conflicts,
  moreConflicts,
  counts,
  digest,
}: Result): Static<typeof UndoResult> => ({
  id: entry.id,
  counts,
  changes: [...writes.values().take(maxListed).map(toUndoneRecord)],
  more: Math.max(0, writes.length - maxListed),
  conflicts,
  more_conflicts: moreConflicts,
  digest,
})

/** Undoes entries of the audit trail. */
export const undoRoutes = ({ library, guards, jsonBody, limits }: ConsoleDeps) =>
  new Elysia({ prefix: '/audit' }).use(guards.adminOnly).post(
    '/:id/revert',
    async ({ params, body: { dry_run, digest }, write, longWork }) => {
      const options = { dryRun: dry_run, digest, keepMs: limits.undoKeepMs, work: longWork }
      return toResponse(await undoEntry(library, write, parsePathId('Entry', params), options))
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
