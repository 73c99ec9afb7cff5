import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../../validation/schemas.ts'
import { RecordValues, Section, text } from './sharedSchemas.ts'

/** What is done with a change by people: it is kept, or overwritten with what the file says. */
export const peopleWays = ['keep', 'overwrite'] as const
export type PeopleWay = (typeof peopleWays)[number]

const kinds = ['changed', 'deleted', 'to_delete', 'added', 'referenced'] as const

export const PeopleChange = Type.Object(
  {
    section: Section,
    kind: Type.Union(
      kinds.map((kind) => Type.Literal(kind)),
      {
        description:
          '`changed`: a member that people changed. `deleted`: a record that they deleted. The import would delete the others: `to_delete` was changed, `added` was in no file of an import, and a value that stays refers to `referenced`.',
      },
    ),
    id: Type.Integer({ minimum: 1, description: 'The id of the record, or the former id of a deleted record.' }),
    path: text(
      'Its name in `people_except`: the path of the record and, for a member, the name of the member, such as `labels/1/name`.',
    ),
    name: Type.String(),
    key: Type.Optional(Type.String()),
    label: Type.Optional(Type.String()),
    values: RecordValues,
    member: Type.Optional(text('The member that was changed.')),
    library: Type.Optional(Type.Unknown({ description: 'Its value in the library.' })),
    file: Type.Optional(Type.Unknown({ description: 'Its value in the file.' })),
    is_conflict: Type.Optional(Type.Literal(true, { description: 'The file has changed the member, too.' })),
    is_kept: Type.Boolean({ description: 'Whether the import leaves it as it is.' }),
    email: Nullable(text('Who has changed it; null if the audit trail does not say it.')),
    source: Nullable(Type.String()),
    changed_at: Nullable(text('When it was changed.')),
  },
  {
    title: 'PeopleChange',
    description:
      'A conflict: a change by people since the last import that differs from the file: of a member, of a deleted record, or of a record that the import would delete.',
  },
)
export type PeopleChange = Static<typeof PeopleChange>
