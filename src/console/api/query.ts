import { type FieldErrors, ValidationError } from '../../errors.ts'
import { keysOf } from '../../records.ts'

/** A parameter of a query string. */
export interface Parameter<Value = unknown> {
  /** Returns undefined for a text that breaks the rule. */
  parse: (text: string) => Value | undefined
  /** The rest of a sentence that starts with the name of the parameter. */
  rule: string
  jsonSchema: object
  isRequired?: true
}

type Values<Parameters extends Record<string, Parameter>> = {
  [Name in keyof Parameters]: Parameters[Name] extends Parameter<infer Value>
    ? Parameters[Name] extends { isRequired: true }
      ? Value
      : Value | undefined
    : never
}

/**
 * Parses the query string of a URL.
 * @throws ValidationError with a sentence for each parameter that is invalid, missing, unknown, or given more than once
 */
export const parseQuery = <Parameters extends Record<string, Parameter>>(
  url: string,
  parameters: Parameters,
): Values<Parameters> => {
  const query = new URL(url).searchParams
  const names = keysOf(parameters)
  const values: Record<string, unknown> = {}

  /** Sets a parameter, or returns the rest of a sentence that starts with its name. */
  const set = (name: string, text: string | null) => {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (!parameter) return `is not a parameter of this request. The parameters are ${names.join(', ')}.`
    if (text === null) return parameter.isRequired && 'is required.'
    if (query.getAll(name).length > 1) return 'must be given once.'
    values[name] = parameter.parse(text)
    return values[name] === undefined ? parameter.rule : undefined
  }

  const problems = [...new Set([...names.map(String), ...query.keys()])].flatMap((name): [string, string[]][] => {
    const problem = set(name, query.get(name))
    return problem ? [[name, [`The ${name} ${problem}`]]] : []
  })
  // From entries, so that a parameter with the name `__proto__` is one like all others.
  const errors: FieldErrors = Object.fromEntries(problems)
  if (problems.length > 0) throw new ValidationError(errors)
  return values as Values<Parameters> // Each value is what its parser returned.
}

/** The parameters for the OpenAPI document. */
export const describeParameters = (parameters: Record<string, Parameter>): object[] =>
  Object.entries(parameters).map(([name, { rule, jsonSchema, isRequired = false }]) => ({
    name,
    in: 'query',
    required: isRequired,
    description: `It ${rule}`,
    schema: jsonSchema,
  }))

export const booleanParameter: Parameter<boolean> = {
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  rule: 'must be true or false.',
  jsonSchema: { type: 'boolean', default: false },
}
