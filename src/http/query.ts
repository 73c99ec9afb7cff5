import { type FieldErrors, ValidationError } from '../base/errors.ts'

/** A parameter of a query string. */
export interface Parameter<Value> {
  /** Parses the text of the parameter; undefined if it is invalid. */
  parse: (text: string) => Value | undefined
  /** The rest of a sentence that starts with the parameter's name; a function where it depends on the text. */
  rule: string | ((text: string) => string)
  /** The JSON Schema of the parameter. */
  jsonSchema: object
  description: string
  example?: string
  isRequired?: boolean
}

export type Parameters = Record<string, Parameter<unknown>>

/** What `parseQuery` returns. */
export type Values<Of extends Parameters> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]['parse']>> }

/** A query string of 16 KB has 8,000 pairs, and no request needs more than its parameters. */
const maxPairs = 64

/**
 * Parses a query string.
 * @throws ValidationError with a sentence for each parameter that is invalid, unknown, missing, or given more than once
 */
export const parseQuery = <Of extends Parameters>(parameters: Of, query: URLSearchParams): Values<Of> => {
  if (query.size > maxPairs)
    throw new ValidationError({ query: [`The query string must not have more than ${maxPairs} parameters.`] })
  const names = Object.keys(parameters)
  const problems = new Map<string, string>()
  const values = new Map<string, unknown>()
  for (const [name, text] of query) {
    // `constructor` is no parameter.
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    const value = parameter?.parse(text)
    if (!parameter) problems.set(name, `is not a parameter of this request. The parameters are ${names.join(', ')}.`)
    else if (values.has(name)) problems.set(name, 'must be given once.')
    else if (value === undefined)
      problems.set(name, typeof parameter.rule === 'string' ? parameter.rule : parameter.rule(text))
    values.set(name, value)
  }
  for (const name of names) if (parameters[name]?.isRequired && !values.has(name)) problems.set(name, 'is required.')
  // From entries, so that a parameter with the name `__proto__` is one like all others.
  const errors: FieldErrors = Object.fromEntries([...problems].map(([name, rest]) => [name, [`The ${name} ${rest}`]]))
  if (problems.size > 0) throw new ValidationError(errors)
  return Object.fromEntries(values) as Values<Of> // each was parsed by the parameter of its name
}

/** The parameters, as the OpenAPI document describes them. */
export const describeParameters = (parameters: Parameters): object[] =>
  Object.entries(parameters).map(([name, { jsonSchema, description, example, isRequired = false }]) => ({
    name,
    in: 'query',
    description,
    required: isRequired,
    schema: jsonSchema,
    ...(example === undefined ? {} : { example }),
  }))

/** A whole number within bounds. */
export const integerParameter = (min: number, max: number, description: string, schema = {}): Parameter<number> => ({
  parse: (text) => {
    const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  },
  rule: `must be a whole number from ${min} to ${max}.`,
  jsonSchema: { type: 'integer', minimum: min, maximum: max, ...schema },
  description,
})

/**
 * The `Link` header (RFC 8288) of a page of a list: links to the path of the request with another query. They are relative to that path, so that
 * they are right wherever the service is mounted. Without the `?`, an empty query would mean that of the request.
 * @param links - by their relations, the parameters in which they differ from the request; undefined leaves one out
 */
export const linkHeader = (query: URLSearchParams, links: Record<string, Record<string, number | undefined>>): string =>
  Object.entries(links)
    .map(([rel, parameters]) => {
      const target = new URLSearchParams(query)
      for (const [name, value] of Object.entries(parameters))
        if (value === undefined) target.delete(name)
        else target.set(name, String(value))
      return `<?${target}>; rel="${rel}"`
    })
    .join(', ')
