import type { SQL } from 'drizzle-orm'
import { parseId } from '../validation/reference.ts'
import type { RangeForm } from './ranges.ts'

/** What the text of a filter means. */
export interface FilterValue {
  /** The form of the text. Each has its own SQL. */
  form: string
  /** The parameters of the SQL. Their names begin with that of the filter. */
  parameters: Record<string, number | string>
}

/** The rows of `from` for which `where` holds. Each row belongs to another record, whose id is `id`. */
export interface Rows {
  from: SQL
  id: SQL
  where: SQL
  /** Tests whether one of the rows belongs to a record, if there is a shorter way than to look for the row. */
  test?: (recordId: SQL) => SQL
}

/** A parameter that selects records. */
export interface Filter {
  /** Returns undefined if the text is invalid. */
  parse: (text: string) => FilterValue | undefined
  /** The rest of a sentence that starts with the parameter's name. */
  rule: string
  /** The JSON Schema of the parameter. */
  jsonSchema: object
  /** What it selects, as a sentence. */
  description: string
  /** The rows of the records, by the form. The SQL may also have the parameter `user_id`, the caller. */
  rows: Record<string, Rows>
}

const maxValues = 100

/** Splits a list with commas. @returns undefined if an item is invalid, or if there are too many */
const parseList = <Item>(text: string, max: number, parse: (item: string) => Item | undefined): Item[] | undefined => {
  const items = text.split(',').map((item) => parse(item.trim()))
  const valid = items.filter((item) => item !== undefined)
  return items.length > max || valid.length < items.length ? undefined : valid
}

/** The condition on the id of a record of another kind: that of the parameter, or one of those in its list. */
type IdForms = Record<'one' | 'several' | 'none', Rows>

const idPattern = '[1-9][0-9]{0,15}'

export const byId = (name: string, description: string, rows: IdForms): Filter => ({
  description: `${description} Several ids with commas between them select records with any of them, and "none" selects records without one.`,
  parse: (text) => {
    if (text === 'none') return { form: 'none', parameters: {} }
    const ids = parseList(text, maxValues, parseId)
    if (ids?.length === 1) return { form: 'one', parameters: { [name]: ids[0] as number } }
    return ids && { form: 'several', parameters: { [name]: JSON.stringify(ids) } }
  },
  rule: `must be an id, which is a whole number, up to ${maxValues} ids with commas between them, or none.`,
  jsonSchema: {
    anyOf: [
      { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: `^ *${idPattern} *(?:, *${idPattern} *){0,${maxValues - 1}}$` },
      { const: 'none' },
    ],
  },
  rows,
})

export const byChoice = (
  name: string,
  values: readonly string[],
  description: string,
  rows: Filter['rows'],
): Filter => ({
  description: `${description} Several with commas between them select records of any of them.`,
  parse: (text) => {
    const chosen = parseList(text, values.length, (item) => values.find((value) => value === item))
    if (chosen?.length === 1) return { form: 'one', parameters: { [name]: chosen[0] as string } }
    return chosen && { form: 'several', parameters: { [name]: JSON.stringify(chosen) } }
  },
  rule: `must be one of ${values.join(', ')}.`,
  jsonSchema: {
    anyOf: [
      { enum: values },
      {
        type: 'string',
        pattern: `^ *(?:${values.join('|')}) *(?:, *(?:${values.join('|')}) *){0,${values.length - 1}}$`,
      },
    ],
  },
  rows,
})

export const byBounds = <Bound extends number | string>(
  name: string,
  { parse, rule, jsonSchema }: RangeForm<Bound>,
  description: string,
  rows: Filter['rows'],
): Filter => ({
  description,
  parse: (text) => {
    if (text === 'none') return rows.none && { form: 'none', parameters: {} }
    const bounds = parse(text)
    return bounds && { form: 'range', parameters: { [`${name}_from`]: bounds.from, [`${name}_to`]: bounds.to } }
  },
  rule: `${rule}${rows.none ? ', or none' : ''}.`,
  jsonSchema: rows.none ? { anyOf: [jsonSchema, { const: 'none' }] } : jsonSchema,
  rows,
})

const maxIds = 1_000

/** A list of ids with commas. */
export const idList = {
  parse: (text: string): number[] | undefined => parseList(text, maxIds, parseId),
  rule: `must be up to ${maxIds} ids with commas between them, such as 1,2,3.`,
  // The pattern allows some ids that no record can have.
  jsonSchema: { type: 'string', pattern: `^ *${idPattern} *(?:, *${idPattern} *){0,${maxIds - 1}}$` },
}
