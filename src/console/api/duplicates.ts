import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { keysOf } from '../../base/objects.ts'
import { resourceNames } from '../../catalogue/resources.ts'
import { describeParameters, integerParameter, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses } from '../../http/schemas.ts'
import { Duplicates, findDuplicates, findNamesakes, likenesses } from '../../search/duplicates.ts'
import { NamedRecord } from '../../validation/schemas.ts'
import type { ConsoleDeps } from '../deps.ts'

const resource = {
  parse: (text: string) => resourceNames.find((name) => name === text),
  rule: `must be one of ${resourceNames.join(', ')}.`,
  jsonSchema: { enum: resourceNames },
  description: 'The kind of records.',
  isRequired: true,
}

const nameLikenesses = keysOf(likenesses)

const names = {
  parse: (text: string) => nameLikenesses.find((name) => name === text),
  rule: `must be one of ${nameLikenesses.join(', ')}.`,
  jsonSchema: { enum: nameLikenesses, default: 'same' },
  description:
    '`same`: the names are equal, regardless of case, accents and punctuation. `near`: they differ in one letter, if they have at least seven, or in The, and, or what follows feat.',
}

const duplicateParameters = {
  resource,
  names,
  limit: integerParameter(1, 100, 'The maximum number of groups on the page.', { default: 50 }),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER, 'The number of groups before the page.', { default: 0 }),
}

/** No name is longer. */
const maxNameLength = 1_000

const namesakeParameters = {
  resource,
  name: {
    parse: (text: string) => ([...text].length <= maxNameLength && text.trim()) || undefined,
    rule: `must be a name of at most ${maxNameLength} characters.`,
    jsonSchema: { type: 'string', maxLength: maxNameLength, pattern: '\\S' },
    description: 'A name or title.',
    isRequired: true,
  },
  id: integerParameter(
    1,
    Number.MAX_SAFE_INTEGER,
    'The id of a record that is to get the name. Without it, it is a new one.',
  ),
}

const maxNamesakes = 10

/** Finds records that are likely the same one. */
export const duplicateRoutes = ({ library, guards }: ConsoleDeps) =>
  new Elysia()
    .use(guards.adminOnly)
    .get(
      '/duplicates',
      ({ request, longWork }) => {
        const query = new URL(request.url).searchParams
        const {
          resource: of = 'labels',
          names = 'same',
          limit = 50,
          offset = 0,
        } = parseQuery(duplicateParameters, query)
        return library.longSnapshot(longWork, (read) => findDuplicates(read, of, { names, limit, offset }))
      },
      {
        detail: {
          operationId: 'listDuplicates',
          summary: 'List groups of records that are likely the same one',
          queryParameters: describeParameters(duplicateParameters),
        },
        response: { 200: Duplicates, 400: BadRequestBody, ...errorResponses.admin },
      },
    )
    .get(
      '/namesakes',
      ({ request }) => {
        const query = new URL(request.url).searchParams
        const { resource: of = 'labels', name = '', id } = parseQuery(namesakeParameters, query)
        return library.snapshot((read) => findNamesakes(read, of, name, { limit: maxNamesakes, id }))
      },
      {
        detail: {
          operationId: 'listNamesakes',
          summary: 'List up to ten likely duplicates of a record that is to get a name',
          queryParameters: describeParameters(namesakeParameters),
        },
        response: { 200: Type.Array(NamedRecord), 400: BadRequestBody, ...errorResponses.admin },
      },
    )
