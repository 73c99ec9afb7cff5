import { Type } from '@sinclair/typebox'
import { resourceNames } from '../../catalogue/resources.ts'

// What the schemas of the report share. Titles and descriptions are also those of the OpenAPI document, and of the types that the console and users
// of the package have (`scripts/types/declareTypes.ts`).

export const Count = Type.Integer({ minimum: 0 })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const text = (description: string) => Type.String({ description })

export const Section = Type.Union(
  resourceNames.map((name) => Type.Literal(name)),
  { title: 'Section' },
)

export const RecordValues = Type.Record(Type.String(), Type.Unknown(), {
  title: 'RecordValues',
  description:
    'The values of a new record, or of one that people have changed, beyond its key and name. Members without a value are left out.',
})

export const SectionCounts = Type.Object(
  {
    created: Count,
    updated: Count,
    unchanged: Count,
    merged: count('Records that were deleted after all that referred to them had been moved to another record.'),
    deleted: Count,
  },
  {
    title: 'SectionCounts',
    description: 'How many records of a section an import created, updated and so on. In a dry run: how many it would.',
  },
)

export const FileProblem = Type.Object(
  {
    pointer: Type.String(),
    sentence: Type.String(),
    line: Type.Integer({ minimum: 1 }),
    column: Type.Integer({ minimum: 1 }),
  },
  {
    title: 'FileProblem',
    description: 'The pointer is a JSON pointer; for a table, it is the name of the column, and `column` its number.',
  },
)

export const CorrectionWithoutRecord = Type.Object(
  {
    section: Section,
    name: text('The name of the entry, or the key of one that has only a key.'),
    correction: Type.Union([Type.Literal('merge_into'), Type.Literal('delete'), Type.Literal('formerly')]),
  },
  {
    title: 'CorrectionWithoutRecord',
    description: 'An entry that corrects a record which the library does not have.',
  },
)
