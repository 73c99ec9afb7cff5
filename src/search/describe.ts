import { mapValues } from '../records.ts'
import { maxLength, maxLimit } from './parameters.ts'
import { type Searchable, type SearchableName, searchables } from './searchables.ts'

/** The parameters of each search, for the OpenAPI document. */
export const searchParameters = mapValues<SearchableName, Searchable, object[]>(searchables, ({ sorts, filters }) => {
  const names = Object.keys(sorts)
  return [
    {
      name: 'q',
      in: 'query',
      description: 'Words, regardless of case and accents. The last one may be the beginning of a word.',
      schema: { type: 'string', maxLength },
      example: 'blue tr',
    },
    ...Object.entries(filters).map(([name, { rule, jsonSchema }]) => ({
      name,
      in: 'query',
      description: `It ${rule}`,
      schema: jsonSchema,
    })),
    {
      name: 'sort',
      in: 'query',
      description: 'After a minus sign the order is descending.',
      schema: { enum: names.flatMap((name) => [name, `-${name}`]), default: 'id' },
    },
    {
      name: 'limit',
      in: 'query',
      description: 'The maximum number of records on the page.',
      schema: { type: 'integer', minimum: 1, maximum: maxLimit, default: 50 },
    },
    {
      name: 'offset',
      in: 'query',
      description: 'The number of records before the page.',
      schema: { type: 'integer', minimum: 0, default: 0 },
    },
  ]
})
