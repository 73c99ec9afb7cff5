import type { Change, Report } from '../../seeding/report.ts'
import { type SectionName, sectionNames } from '../../seeding/sections.ts'
import { formatCount } from './table.ts'

/** As many changes of a section as a person reads. */
export const linesShown = 100

const signs = { create: '+', update: '~', delete: '-' }

/** What changes, record by record: + made, ~ changed (with old → new), - deleted. */
export const changeLines = (report: Report): string[] =>
  sectionNames.flatMap((section) => {
    const changes = report.changes.filter((change) => change.section === section)
    if (changes.length === 0) return []
    const { created, updated, deleted } = report.sections[section]
    const more = created + updated + deleted - changes.length
    return [
      `${section}:`,
      ...changes.flatMap(linesOf),
      ...(more > 0 ? [`  … and ${more} more; --json lists all`] : []),
      '',
    ]
  })

const linesOf = ({ action, name, key, label, members = {} }: Change) => {
  const known = [key && `[${oneLine(key)}]`, label && `(${oneLine(label)})`].filter(Boolean)
  return [
    `  ${[signs[action], oneLine(name), ...known].join(' ')}`,
    ...Object.entries(members).map(([member, { from, to }]) => `      ${member}: ${shortly(from)} → ${shortly(to)}`),
  ]
}

const shortly = (value: unknown) => (value === null || value === undefined ? 'nothing' : JSON.stringify(value))

// Tabs and newlines are allowed in a name, and would break the list.
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** A line for each section, and for what goes with deleted records. */
export const countLines = ({ sections, likes_deleted, references_cleared }: Report): string[] => [
  ...sectionNames.map((name) => `${name.padEnd(widest)}  ${parts(sections[name])}`),
  ...(likes_deleted > 0 ? [`${'likes'.padEnd(widest)}  ${likes_deleted} deleted`] : []),
  ...(references_cleared > 0 ? [`${formatCount(references_cleared, 'references')} to deleted records cleared`] : []),
]

const widest = Math.max(...sectionNames.map((name) => name.length))

const parts = (counts: Report['sections'][SectionName]) => {
  const { deleted, ...others } = counts
  const all = Object.entries(deleted > 0 ? counts : others)
  return all.map(([what, number]) => `${number} ${what}`).join(', ')
}
