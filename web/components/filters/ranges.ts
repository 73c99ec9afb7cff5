import { texts } from '../../texts/texts.ts'
import { parsePeriod, writePeriod } from '../edit/day.ts'
import { parseLength, writeLength } from '../edit/length.ts'

/** How the ends of a range are written, and how the user writes them. */
export interface RangeKind {
  /** Returns the text of a search; undefined if the user wrote something else. */
  parse(text: string): string | undefined
  format(end: string): string
  placeholder: string
  rule: string
}

const rangeKinds = {
  day: {
    parse: parsePeriod,
    format: writePeriod,
    placeholder: '1959',
    rule: texts.list.dayRule,
  },
  length: {
    parse: (text) => parseLength(text)?.toString(),
    format: (end) => writeLength(Number(end)),
    placeholder: '4:30',
    rule: texts.editing.lengthWrong,
  },
} satisfies Record<string, RangeKind>

/** @param name - the parameter of a filter by a range */
export const rangeKindOf = (name: string): RangeKind => rangeKinds[name.startsWith('duration') ? 'length' : 'day']

/** The ends of a range such as `1959..1965`, `1959..` or `1959`; empty texts for those that are open. */
export const readRange = (range: string): { from: string; to: string } => {
  const [from = '', to = from] = range.split('..')
  return { from, to }
}

export const describeRange = (range: string, { format }: RangeKind): string => {
  if (range === 'none') return texts.list.noValue
  const { from, to } = readRange(range)
  if (from === to) return format(from)
  if (to === '') return texts.list.atLeast(format(from))
  return from === '' ? texts.list.atMost(format(to)) : texts.list.between(format(from), format(to))
}
