import { type Static, Type } from '@sinclair/typebox'
import { MemberChange, RecordNumbers } from '../../audit/model.ts'
import { DigestOfChanges } from '../../catalogue/changes/changeSet.ts'
import { pathOf, type RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { NamedObject, Nullable, Timestamp, withExample } from '../../validation/schemas.ts'

// What undoing an entry reports. `undo --json` lists all changes; a response lists the first ones.

const RecordPath = Type.String({
  description: 'The path of the record below `/api`, such as `tracks/3`.',
  examples: ['tracks/3'],
})

const writeActions = ['create', 'update', 'delete'] as const
type WriteAction = (typeof writeActions)[number]

export const UndoneRecord = NamedObject('UndoneRecord', {
  record: RecordPath,
  name: Type.String({ description: 'Its name or title.', examples: ['Sunday Morning'] }),
  action: Type.Unsafe<WriteAction>(Type.String({ enum: writeActions, title: 'UndoAction', examples: ['update'] })),
  members: Type.Record(Type.String(), MemberChange, { examples: [{ duration_seconds: { from: 174, to: 173 } }] }),
})

export const exampleConflict =
  'tracks/3 was changed since by ada@example.com at 2026-01-31T19:00:00.000000Z (entry 121): title.'

export const UndoConflict = NamedObject('UndoConflict', {
  record: RecordPath,
  members: Type.Array(Type.String(), { description: 'The members that were changed since.', examples: [['title']] }),
  message: Type.String({ examples: [exampleConflict] }),
  entry: Nullable(Type.Integer({ description: 'The id of the entry that says who changed it.', examples: [121] })),
  email: Nullable(Type.String({ examples: ['ada@example.com'] })),
  created_at: Nullable(withExample(Timestamp, '2026-01-31T19:00:00.000000Z')),
})
export type UndoConflict = Static<typeof UndoConflict>

export const UndoResult = NamedObject('UndoResult', {
  id: Type.Integer({ description: 'The id of the entry.', examples: [118] }),
  counts: withExample(RecordNumbers, {
    created: 0,
    updated: 1,
    deleted: 0,
    likes_restored: 0,
    likes_deleted: 0,
    likes_lost: 0,
  }),
  changes: Type.Array(UndoneRecord, { description: 'At most 100.' }),
  more: Type.Integer({ description: 'The number of records that `changes` leaves out.', examples: [0] }),
  conflicts: Type.Array(UndoConflict, {
    description: 'The conflicts that a dry run has found, at most 100. Without a dry run, a conflict is a 409.',
    examples: [[]],
  }),
  more_conflicts: Type.Integer({ description: 'The number of conflicts that `conflicts` leaves out.', examples: [0] }),
  has_uncounted_conflicts: Type.Boolean({
    description:
      'Whether there are more than 1,000 conflicts. The others are not counted, and `changes`, `more` and `counts` are incomplete.',
    examples: [false],
  }),
  digest: DigestOfChanges,
})
export type UndoResult = Static<typeof UndoResult>

export const toUndoneRecord = (write: RecordWrite): Static<typeof UndoneRecord> => {
  const { name, changes: members } = write
  const action = write.action as WriteAction // an undo merges nothing
  return { record: pathOf(write), name, action, members }
}
