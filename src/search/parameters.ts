import { type FieldErrors, ValidationError } from '../errors.ts'
import { textProblem } from '../validation/rules.ts'
import type { Search } from './find.ts'
import type { Searchable } from './searchables.ts'

/** The maximum number of records on a page. */
export const maxLimit = 1_000

/** The maximum number of characters of `q`. */
export const maxLength = 255

/** Returns undefined for anything but an integer within the bounds. */
const parseInteger = (text: string, min: number, max: number) => {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

/**
 * Parses the query string of a search.
 * @throws ValidationError with a sentence for each parameter that is invalid, unknown, or given more than once
 */
export const parseSearch = ({ sorts, filters }: Searchable, query: URLSearchParams): Search => {
  const search: Search = { filters: {}, sort: 'id', descending: false, limit: 50, offset: 0 }
  const sortNames = Object.keys(sorts)
  const names = ['q', ...Object.keys(filters), 'sort', 'limit', 'offset']

  /** Sets a parameter, or returns the rest of a sentence that starts with its name. */
  const set = (name: string, text: string): string | undefined => {
    if (!names.includes(name)) return `is not a parameter of this search. The parameters are ${names.join(', ')}.`
    if (query.getAll(name).length > 1) return 'must be given once.'
    if (name === 'q') {
      if (text.trim() !== '') search.q = text.trim()
      return search.q === undefined ? undefined : textProblem(text, maxLength)
    }
    if (name === 'sort') {
      search.descending = text.startsWith('-')
      search.sort = search.descending ? text.slice(1) : text
      return sortNames.includes(search.sort)
        ? undefined
        : `must be one of ${sortNames.join(', ')}, or one of them after a minus sign.`
    }
    if (name === 'limit' || name === 'offset') {
      const [min, max] = name === 'limit' ? [1, maxLimit] : [0, Number.MAX_SAFE_INTEGER]
      const value = parseInteger(text, min, max)
      if (value === undefined) return `must be a whole number from ${min} to ${max}.`
      search[name] = value
      return
    }
    const filter = filters[name] as Searchable['filters'][string] // the other names are those of filters
    const value = filter.parse(text)
    if (value === undefined) return filter.rule
    search.filters[name] = value
    return
  }

  const problems = [...query].flatMap(([name, text]): [string, string[]][] => {
    const problem = set(name, text)
    return problem === undefined ? [] : [[name, [`The ${name} ${problem}`]]]
  })
  // From entries, so that a parameter with the name `__proto__` is one like all others.
  const errors: FieldErrors = Object.fromEntries(problems)
  if (problems.length > 0) throw new ValidationError(errors)
  return search
}
