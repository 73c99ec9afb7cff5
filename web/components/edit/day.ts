import { locale } from '../../texts/language.ts'

type Part = 'year' | 'month' | 'day'

/** The order of day, month and year in the language of the user. */
const localOrder = new Intl.DateTimeFormat(locale)
  .formatToParts()
  .map(({ type }) => type)
  .filter((type): type is Part => type === 'year' || type === 'month' || type === 'day')

const isoOrder: Part[] = ['year', 'month', 'day']

/**
 * Reads a day that was written as YYYY-MM-DD, or with all parts in the order of the user's language. A year and a month are their first day.
 * @returns YYYY-MM-DD; null for an empty text; undefined if it is none of these, or no day that exists
 */
export const parseDay = (text: string): string | null | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const numbers = /^\d+(?:[-./]\d+){0,2}$/.test(trimmed) ? trimmed.split(/[-./]/) : []
  const order = numbers[0]?.length === 4 ? isoOrder : localOrder
  if (order === localOrder && numbers.length < 3) return
  const part = (name: Part) => numbers[order.indexOf(name)] ?? '1'
  const day = `${part('year')}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
  // A day after the end of the month becomes one of the next month.
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}
