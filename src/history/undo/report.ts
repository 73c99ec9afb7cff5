import { type Static, Type } from '@sinclair/typebox'
import { MemberChange, RecordNumbers } from '../../audit/model.ts'
import { DigestOfChanges } from '../../catalogue/changes/changeSet.ts'
import { pathOf, type RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { Nullable, Timestamp } from '../../validation/schemas.ts'

// What undoing an entry reports. `undo --json` lists all changes; a response lists the first ones.

const RecordPath = Type.String({ description: 'The path of the record below `/api`, such as `tracks/3`.' })

const writeActions = ['create', 'update', 'delete'] as const
type WriteAction = (typeof writeActions)[number]

export const UndoneRecord = Type.Object(
  {
    record: RecordPath,
    name: Type.String({ description: 'Its name or title.' }),
    action: Type.Unsafe<WriteAction>(Type.String({ enum: writeActions, title: 'UndoAction' })),
    members: Type.Record(Type.String(), MemberChange),
  },
  { title: 'UndoneRecord' },
)

export const UndoConflict = Type.Object(
  {
    record: RecordPath,
    members: Type.Array(Type.String(), { description: 'What was changed since.' }),
    message: Type.String(),
    entry: Nullable(Type.Integer({ description: 'The id of the entry that says who changed it.' })),
    email: Nullable(Type.String()),
    created_at: Nullable(Timestamp),
  },
  { title: 'UndoConflict' },
)
export type UndoConflict = Static<typeof UndoConflict>

export const UndoResult = Type.Object(
  {
    id: Type.Integer({ description: 'The id of the entry.' }),
    counts: RecordNumbers,
    changes: Type.Array(UndoneRecord, { description: 'At most 100.' }),
    more: Type.Integer({ description: 'The number of records that `changes` leaves out.' }),
    conflicts: Type.Array(UndoConflict, {
      description: 'What speaks against it, after a dry run: at most 100. Without a dry run, it is a 409.',
    }),
    more_conflicts: Type.Integer({ description: 'The number of conflicts that `conflicts` leaves out.' }),
    digest: DigestOfChanges,
  },
  { title: 'UndoResult' },
)
export type UndoResult = Static<typeof UndoResult>

export const toUndoneRecord = (write: RecordWrite): Static<typeof UndoneRecord> => {
  const { name, changes: members } = write
  const action = write.action as WriteAction // an undo merges nothing
  return { record: pathOf(write), name, action, members }
}
