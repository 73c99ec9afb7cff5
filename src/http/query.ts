import { type FieldErrors, ValidationError } from '../errors.ts'

/** A parameter of a query string. */
export interface Parameter<Value> {
  /** Parses the text of the parameter; undefined if it is invalid. */
  parse: (text: string) => Value | undefined
  /** The rest of a sentence that starts with the parameter's name. */
  rule: string
  /** The JSON Schema of the parameter. */
  jsonSchema: object
  description: string
  isRequired?: boolean
}

type Parameters = Record<string, Parameter<unknown>>

type Values<Of extends Parameters> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]['parse']>> }

/**
 * Parses a query string.
 * @throws ValidationError with a sentence for each parameter that is invalid, unknown, missing, or given more than once
 */
export const parseQuery = <Of extends Parameters>(parameters: Of, query: URLSearchParams): Values<Of> => {
  const names = Object.keys(parameters)
  const values: Record<string, unknown> = {}

  /** Sets a parameter, or returns the rest of a sentence that starts with its name. */
  const set = (name: string, text: string): string | undefined => {
    if (!names.includes(name)) return `is not a parameter of this request. The parameters are ${names.join(', ')}.`
    if (query.getAll(name).length > 1) return 'must be given once.'
    const parameter = parameters[name] as Parameter<unknown> // the names are those of the parameters
    values[name] = parameter.parse(text)
    return values[name] === undefined ? parameter.rule : undefined
  }

  const missing = names.filter((name) => parameters[name]?.isRequired && !query.has(name))
  const problems: [name: string, problem: string | undefined][] = [
    ...missing.map((name): [string, string] => [name, 'is required.']),
    ...[...query].map(([name, text]): [string, string | undefined] => [name, set(name, text)]),
  ]
  // From entries, so that a parameter with the name `__proto__` is one like all others.
  const errors: FieldErrors = Object.fromEntries(
    problems.flatMap(([name, problem]) => (problem === undefined ? [] : [[name, [`The ${name} ${problem}`]]])),
  )
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  return values as Values<Of> // each was parsed by the parameter of its name
}

/** The parameters, as the OpenAPI document describes them. */
export const describeParameters = (parameters: Parameters): object[] =>
  Object.entries(parameters).map(([name, { jsonSchema, description, isRequired = false }]) => ({
    name,
    in: 'query',
    description,
    required: isRequired,
    schema: jsonSchema,
  }))

/** A whole number within bounds. */
export const integerParameter = (min: number, max: number, description: string): Parameter<number> => ({
  parse: (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  },
  rule: `must be a whole number from ${min} to ${max}.`,
  jsonSchema: { type: 'integer', minimum: min, maximum: max },
  description,
})
