import { type Static, Type } from '@sinclair/typebox'
import { resourceNames } from '../../catalogue/resources.ts'

// What those who follow changes get.

const kinds = [...resourceNames, 'users', 'likes'] as const
export type ChangedKind = (typeof kinds)[number]

const types = ['created', 'updated', 'deleted'] as const
export type ChangeType = (typeof types)[number]

export const LibraryChange = Type.Object({
  resource: Type.Unsafe<ChangedKind>(
    Type.String({ enum: kinds, title: 'ChangedKind', description: 'Only admins get changes of users.' }),
  ),
  id: Type.Integer({ description: 'The id of the record; of likes, which only streams have, that of the account.' }),
  type: Type.Unsafe<ChangeType>(Type.String({ enum: types, title: 'ChangeType' })),
})
export type LibraryChange = Static<typeof LibraryChange>

export const ChangePage = Type.Object({
  changes: Type.Array(LibraryChange, { description: 'In the order in which they were made. A page may have none.' }),
  next: Type.String({ description: 'The cursor after them, for `since` and `Last-Event-ID`.' }),
  more: Type.Boolean({ description: 'Whether there may be more changes after `next`.' }),
})
export type ChangePage = Static<typeof ChangePage>
