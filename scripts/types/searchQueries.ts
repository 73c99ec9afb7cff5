import type { TSchema } from '@sinclair/typebox'
import { mapValues } from '../../src/base/objects.ts'
import { capitalize } from '../../src/base/words.ts'
import type { Parameters } from '../../src/http/query.ts'
import { parametersOf, parametersOfAll } from '../../src/search/parameters.ts'
import { searchables } from '../../src/search/searchables.ts'
import { createTypeWriter } from './writeTypes.ts'

/** The types of the queries of searches, as clients write them. The parameters follow from the resources at run time, where no type can. */
export const searchQueries = (): string => {
  const queries: Record<string, Parameters> = mapValues(searchables, parametersOf)
  const common = commonOf(Object.values(queries))
  const lists = new Map(
    Object.values(queries)
      .flatMap(Object.values)
      .flatMap(({ jsonSchema }) => listsIn(jsonSchema)),
  )
  const declare = createTypeWriter({ nameOf: (schema) => lists.get(schema) })
  const base = { name: 'CommonQuery', members: Object.keys(common) }
  return [
    '// The queries of searches. `bun run generate` writes this file from the descriptions of their parameters.\n',
    declare('AllQuery', querySchema(parametersOfAll)),
    declare(base.name, querySchema(common)).replace(/^export /, ''),
    ...Object.entries(queries).map(([name, parameters]) =>
      declare(`${capitalize(name)}Query`, querySchema(parameters), base),
    ),
  ].join('\n')
}

/** The parameters that all searches of one kind have. */
const commonOf = ([first = {}, ...others]: Parameters[]): Parameters =>
  Object.fromEntries(
    Object.entries(first).filter(([name, { jsonSchema, description }]) =>
      others.every((other) =>
        Bun.deepEquals([other[name]?.jsonSchema, other[name]?.description], [jsonSchema, description]),
      ),
    ),
  )

const querySchema = (parameters: Parameters) =>
  ({
    type: 'object',
    properties: mapValues(parameters, ({ jsonSchema, description }) => ({ ...jsonSchema, description })),
    required: Object.keys(parameters).filter((name) => parameters[name]?.isRequired),
  }) as unknown as TSchema // the writer reads nothing else of it

/** The schema of a list of the values of an enumeration, if a parameter has both, with its type: such a list begins with one of them. */
const listsIn = ({ anyOf = [] }: { anyOf?: TSchema[] }): [schema: TSchema, type: string][] => {
  const values: string[] | undefined = anyOf.find((option) => option.enum)?.enum
  const list = anyOf.find(({ type }) => type === 'string')
  return values && list ? [[list, `\`\${${values.map((value) => `'${value}'`).join(' | ')}},\${string}\``]] : []
}
