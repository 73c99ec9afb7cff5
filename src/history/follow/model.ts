import { type Static, Type } from '@sinclair/typebox'
import { resourceNames } from '../../catalogue/resources.ts'
import { NamedObject } from '../../validation/schemas.ts'

// What those who follow changes get.

const kinds = [...resourceNames, 'users', 'likes'] as const
type ChangedKind = (typeof kinds)[number]

const types = ['created', 'updated', 'deleted'] as const
export type ChangeType = (typeof types)[number]

export const LibraryChange = NamedObject(
  'LibraryChange',
  {
    resource: Type.Unsafe<ChangedKind>(
      Type.String({ enum: kinds, title: 'ChangedKind', description: 'Only admins get changes of users.' }),
    ),
    id: Type.Integer({
      description: 'The id of the record. For likes, which only streams have: the id of the account.',
    }),
    type: Type.Unsafe<ChangeType>(Type.String({ enum: types, title: 'ChangeType' })),
  },
  { resource: 'tracks', id: 3, type: 'updated' },
)
export type LibraryChange = Static<typeof LibraryChange>

export const ChangePage = NamedObject('ChangePage', {
  changes: Type.Array(LibraryChange, { description: 'In the order in which they were made. A page may have none.' }),
  next: Type.String({
    description: 'The cursor after them, for `since` and `Last-Event-ID`.',
    examples: ['812.0.1x2k9q0'],
  }),
  more: Type.Boolean({ description: 'Whether there may be more changes after `next`.', examples: [false] }),
})
export type ChangePage = Static<typeof ChangePage>
