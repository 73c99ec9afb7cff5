import { field } from './field.ts'
import { textProblem } from './rules.ts'

/** A change of a text: each place where it has one text gets another one. */
export interface Replacement {
  replace: string
  with: string
}

const isReplacement = (value: unknown): value is Replacement =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join() === 'replace,with' &&
  Object.values(value).every((text) => typeof text === 'string')

/** A text that is replaced in a member. Neither text is trimmed, so that spaces can be replaced. @param max - the length of the member */
export const TextToReplace = (max: number) =>
  field<Replacement, Replacement>({
    // With a type, Elysia would look for properties.
    jsonSchema: {},
    readableSchema: {
      type: 'object',
      properties: {
        replace: { type: 'string', minLength: 1, maxLength: max },
        with: { type: 'string', maxLength: max },
      },
      required: ['replace', 'with'],
      additionalProperties: false,
      description: 'A text, with upper and lower case as they are, and what takes its place.',
    },
    validate: (value) => {
      if (!isReplacement(value) || value.replace === '')
        return 'must be an object with replace and with, which are texts. Only with may be empty.'
      return textProblem(value.replace, max) ?? textProblem(value.with, max)
    },
    normalize: (value) => value,
  })

export const replaceText = (text: string, { replace, with: replacement }: Replacement): string =>
  text.includes(replace) ? text.replaceAll(replace, () => replacement).trim() : text
