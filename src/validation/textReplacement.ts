import { isObject } from '../base/objects.ts'
import { field } from './field.ts'
import { textProblem } from './rules.ts'
import { allowedPattern } from './text.ts'

/** A change of a text: each place where it has one text gets another one. */
export interface Replacement {
  replace: string
  with: string
}

const isReplacement = (value: unknown): value is Replacement =>
  isObject(value) &&
  Object.keys(value).sort().join() === 'replace,with' &&
  Object.values(value).every((text) => typeof text === 'string')

/** A text that is replaced in a member. Neither text is trimmed, so that spaces can be replaced. @param max - the length of the member */
export const TextToReplace = (max: number) =>
  field<Replacement, Replacement>({
    jsonSchema: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: max, pattern: allowedPattern },
      propertyNames: { enum: ['replace', 'with'] },
      minProperties: 2,
      description:
        'The text to `replace`, in upper and lower case as it is, and what it is replaced `with`. An empty text is found nowhere.',
    },
    validate: (value) =>
      isReplacement(value)
        ? (textProblem(value.replace, max) ?? textProblem(value.with, max))
        : 'must be an object with replace and with, which are texts.',
    normalize: (value) => value,
  })

export const replaceText = (text: string, { replace, with: replacement }: Replacement): string =>
  replace !== '' && text.includes(replace) ? text.replaceAll(replace, () => replacement).trim() : text
