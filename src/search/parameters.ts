import { ValidationError } from '../base/errors.ts'
import { mapValues } from '../base/objects.ts'
import { integerParameter, type Parameter, type Parameters, parseQuery } from '../http/query.ts'
import { maxTextLength, textProblem } from '../validation/rules.ts'
import { counters } from './countOrders.ts'
import type { FilterValue } from './filter.ts'
import type { Search } from './find.ts'
import { relevance } from './relevance.ts'
import type { Searchable } from './searchables.ts'

/** The maximum number of records on a page. */
const maxLimit = 1_000

/** The maximum number of characters of `q`. */
const maxLength = maxTextLength

/** Spaces alone are no words, and no problem. */
const wordProblem = (text: string) => (text.trim() === '' ? undefined : textProblem(text, maxLength))

const words: Parameter<string> = {
  parse: (text) => (wordProblem(text) === undefined ? text.trim() : undefined),
  rule: (text) => wordProblem(text) ?? '',
  jsonSchema: { type: 'string', maxLength },
  description:
    'Words of the name or title, or of the names of what the record refers to, regardless of case and accents. The last one may be the beginning of a word.',
}

interface Order {
  sort: string
  descending: boolean
}

const orderParameter = (names: readonly string[]): Parameter<Order> => ({
  parse: (text) => {
    const descending = text.startsWith('-')
    const sort = descending ? text.slice(1) : text
    return names.includes(sort) ? { sort, descending } : undefined
  },
  rule: `must be one of ${names.join(', ')}, or one of them after a minus sign.`,
  jsonSchema: { enum: names.flatMap((name) => [name, `-${name}`]) },
  description: `After a minus sign the order is descending. Records without a value come last. By default it is \`${relevance}\` with \`q\`, and \`id\` without.`,
})

const page = {
  limit: integerParameter(1, maxLimit, 'The maximum number of records on the page.', { default: 50 }),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER, 'The number of records before the page.', { default: 0 }),
}

/** The parameters of a search, in the order in which they are listed. */
export const parametersOf = ({ name, sorts, filters, examples }: Searchable): Parameters => {
  const sort = orderParameter([...Object.keys({ ...sorts, ...counters[name] }), relevance])
  return withExamples({ q: words, ...filters, sort, ...page }, examples)
}

const withExamples = (parameters: Parameters, examples: Record<string, string>): Parameters =>
  mapValues(parameters, (parameter, name) => ({ ...parameter, ...(name in examples && { example: examples[name] }) }))

/**
 * Parses the query string of a search.
 * @param parameters - those of the search, as `parametersOf` returns them
 * @throws ValidationError with a sentence for each parameter that is invalid, unknown, or given more than once; for an order that needs a filter
 */
export const parseSearch = (parameters: Parameters, query: URLSearchParams): Search => {
  const { q = '', sort, limit = 50, offset = 0, ...filters } = parseQuery(parameters, query)
  const order = { sort: q === '' ? 'id' : relevance, descending: false, ...sort }
  // Tracks that are not liked have no place in this order.
  if (order.sort === 'liked' && (filters.liked as FilterValue | undefined)?.form !== 'true')
    throw new ValidationError({ sort: ['The sort liked needs the parameter liked=true.'] })
  // Each value was parsed by the parameter of its name.
  return { q, filters, ...order, limit, offset } as Search
}

/** The parameters of the search in everything. */
export const parametersOfAll = {
  q: {
    ...words,
    parse: (text) => words.parse(text) || undefined,
    rule: (text) => wordProblem(text) ?? 'is required.',
    jsonSchema: { type: 'string', minLength: 1, maxLength },
    isRequired: true,
    example: 'miles so wh',
  } satisfies Parameter<string> as Parameter<string>,
  limit: integerParameter(1, 50, 'The maximum number of records of each kind.', { default: 5 }),
}
