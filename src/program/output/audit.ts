import type { AuditEntry } from '../../audit/model.ts'
import { escapeControls } from '../../base/visibleText.ts'
import { formatSecond, memberLines } from './table.ts'
import { printChunks } from './write.ts'

/** Prints entries as they are read: there may be a million. */
export const printEntries = (pages: AsyncIterable<AuditEntry[]>, json: boolean): Promise<void> =>
  printChunks(json ? jsonChunks(pages) : textChunks(pages))

async function* jsonChunks(pages: AsyncIterable<AuditEntry[]>) {
  let separator = '[\n'
  for await (const entries of pages) {
    for (const entry of entries) {
      yield `${separator}  ${JSON.stringify(entry)}`
      separator = ',\n'
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* textChunks(pages: AsyncIterable<AuditEntry[]>) {
  let isEmpty = true
  for await (const entries of pages) {
    for (const entry of entries) {
      yield `${linesOf(entry).map(escapeControls).join('\n')}\n`
      isEmpty = false
    }
  }
  if (isEmpty) yield 'There is no such entry.\n'
}

const describeEntry = ({ id, part_of }: AuditEntry) => (part_of === null ? `entry ${id}` : `part of entry ${part_of}`)

/** A line for the entry, and an indented one for each changed member or count. */
const linesOf = (entry: AuditEntry): string[] => {
  const { created_at, action, record, changes, counts } = entry
  return [
    [
      formatSecond(created_at),
      formatActor(entry),
      [action, record].filter(Boolean).join(' '),
      describeEntry(entry),
    ].join('  '),
    ...memberLines(changes ?? {}),
    ...Object.entries(counts ?? {}).flatMap(formatCounts),
  ]
}

const sources = { api: 'API', cli: 'command line', server: 'server start' }

const formatActor = ({ source, email, token_id, address }: AuditEntry) => {
  if (source !== 'api') return sources[source]
  const details = [address, token_id === null ? undefined : `token ${token_id}`].filter(Boolean)
  return `${email} (${details.join(', ')})`
}

const formatCounts = ([name, count]: [string, number | Record<string, number>]): string[] => {
  if (typeof count === 'number') return count === 0 ? [] : [`    ${name}: ${count}`]
  const parts = Object.entries(count).flatMap(([action, number]) => (number === 0 ? [] : `${number} ${action}`))
  return [`    ${name}: ${parts.join(', ')}`]
}
