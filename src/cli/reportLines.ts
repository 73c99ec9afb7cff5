import { type SectionName, sectionNames } from '../seeding/format.ts'
import type { Change, Report } from '../seeding/report.ts'

/** As many changes of a section as a person reads. */
const shown = 100

const signs = { create: '+', update: '~', delete: '-' }

/** What changes, record by record: + made, ~ changed (with old → new), - deleted. */
export const changeLines = (report: Report): string[] =>
  sectionNames.flatMap((section) => {
    const changes = report.changes.filter((change) => change.section === section)
    if (changes.length === 0) return []
    const more = changes.length > shown ? [`  … and ${changes.length - shown} more; --json lists all`] : []
    return [`${section}:`, ...changes.slice(0, shown).flatMap(linesOf), ...more, '']
  })

const linesOf = ({ action, name, key, members = {} }: Change) => [
  `  ${signs[action]} ${oneLine(name)}${key === undefined ? '' : ` [${oneLine(key)}]`}`,
  ...Object.entries(members).map(([member, { from, to }]) => `      ${member}: ${shortly(from)} → ${shortly(to)}`),
]

const shortly = (value: unknown) => (value === null || value === undefined ? 'nothing' : JSON.stringify(value))

// Tabs and newlines are allowed in a name, and would break the list.
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** A line for each section that has anything to say. */
export const countLines = ({ sections, likes_deleted }: Report): string[] => {
  const lines = sectionNames.map((name) => `${name.padEnd(widest)}  ${parts(sections[name])}`)
  return likes_deleted > 0 ? [...lines, `${'likes'.padEnd(widest)}  ${likes_deleted} deleted`] : lines
}

const widest = Math.max(...sectionNames.map((name) => name.length))

const parts = (counts: Report['sections'][SectionName]) => {
  const { deleted, ...others } = counts
  const all = Object.entries(deleted > 0 ? counts : others)
  return all.map(([what, number]) => `${number} ${what}`).join(', ')
}
