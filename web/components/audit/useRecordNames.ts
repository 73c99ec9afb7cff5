import { useQueries } from '@tanstack/react-query'
import type { AuditEntry } from '../../api/audit.ts'
import { client } from '../../api/client.ts'
import { referencedKind } from './members.ts'

const kinds = ['albums', 'artists', 'genres', 'labels', 'tracks', 'users'] as const

/** The maximum number of ids that a search takes. */
const maxIds = 1_000

const isId = (value: unknown): value is number => typeof value === 'number'

/** The paths of all records that an entry names, such as `tracks/3`: its own, and those that its changes refer to. */
const recordsOf = ({ record, changes }: AuditEntry): string[] => {
  const references = Object.entries(changes ?? {}).flatMap(([member, { from, to }]) => {
    const kind = referencedKind(member)
    return kind
      ? [from, to]
          .flat()
          .filter(isId)
          .map((id) => `${kind}/${id}`)
      : []
  })
  return [record ?? '', ...references]
}

const readNames = async (kind: (typeof kinds)[number], ids: number[], signal: AbortSignal) => {
  const { records } = await client.search[kind]({ ids, limit: maxIds }, { signal })
  return records.map((record) => [`${kind}/${record.id}`, 'title' in record ? record.title : record.name] as const)
}

export interface NamedRecord {
  /** The name that it has now or, if it is deleted, had last as far as entries say; undefined as long as it is not known. */
  name: string | undefined
  isDeleted: boolean
}

export type RecordNames = (record: string) => NamedRecord

/** The names of records that entries contain. */
const namesOf = (entries: readonly AuditEntry[]): Map<string, string> => {
  const names = new Map<string, string>()
  // The newest entry is the first one, and has the last word.
  for (const { record, changes } of entries.toReversed()) {
    const { from, to } = changes?.title ?? changes?.name ?? {}
    const name = to ?? from
    if (record && typeof name === 'string') names.set(record, name)
  }
  return names
}

/** Reads the names of the records that entries of the audit trail name. */
export const useRecordNames = (entries: readonly AuditEntry[]): RecordNames => {
  const records = new Set(entries.flatMap(recordsOf))
  const idsByKind = kinds.map((kind) => {
    const ids = [...records].flatMap((record) => (record.startsWith(`${kind}/`) ? Number(record.split('/')[1]) : []))
    return { kind, ids: ids.toSorted((a, b) => a - b).slice(0, maxIds) }
  })
  const results = useQueries({
    queries: idsByKind.map(({ kind, ids }) => ({
      queryKey: ['names', kind, ids],
      queryFn: ({ signal }: { signal: AbortSignal }) => readNames(kind, ids, signal),
      enabled: ids.length > 0,
    })),
  })
  const names = new Map<string, string>(results.flatMap(({ data = [] }) => data))
  const asked = new Set(
    idsByKind.flatMap(({ kind, ids }, n) => (results[n]?.data ? ids.map((id) => `${kind}/${id}`) : [])),
  )
  const lastNames = namesOf(entries)
  return (record) => ({
    name: names.get(record) ?? lastNames.get(record),
    isDeleted: asked.has(record) && !names.has(record),
  })
}
