import { useQueries } from '@tanstack/react-query'
import { readAudit } from '../../api/audit.ts'
import type { ListedAuditEntry } from '../../api/types.ts'
import { findReferenced } from '../../resources/members.ts'
import { useNames } from '../useNames.ts'

const isId = (value: unknown): value is number => typeof value === 'number'

/** The paths of all records that an entry names, such as `tracks/3`: its own, and those that its changes refer to. */
type NamingEntry = Pick<ListedAuditEntry, 'record' | 'changes'>

const recordsOf = ({ record, changes }: NamingEntry): string[] => {
  const references = Object.entries(changes ?? {}).flatMap(([member, { from, to }]) => {
    const kind = findReferenced(member)
    return kind
      ? [from, to]
          .flat()
          .filter(isId)
          .map((id) => `${kind}/${id}`)
      : []
  })
  return [record ?? '', ...references]
}

interface NamedRecord {
  /** The name that it has now or, if it is deleted, had last as far as entries say; "…" while it is read, and undefined if it is not known. */
  name: string | undefined
  /** Whether there is a screen of it, which is not the case once it is deleted. */
  isLinked: boolean
}

export type RecordNames = (record: string) => NamedRecord

/** The names of records that entries contain. */
const readLastNames = (entries: readonly NamingEntry[]): Map<string, string> => {
  const names = new Map<string, string>()
  // The newest entry is the first one, and has the last word.
  for (const { record, changes } of entries.toReversed()) {
    const { from, to } = changes?.title ?? changes?.name ?? {}
    const name = to ?? from
    if (record && typeof name === 'string') names.set(record, name)
  }
  return names
}

/** The maximum number of deleted records whose names are looked for, each with a request. */
const maxDeleted = 20

/** Reads the names of the records that entries of the audit trail name. */
export const useRecordNames = (entries: readonly NamingEntry[]): RecordNames => {
  const records = [...new Set(entries.flatMap(recordsOf))]
  const names = useNames(records)
  const known = readLastNames(entries)
  const deleted = records.filter((record) => names.isMissing(record) && !known.has(record)).slice(0, maxDeleted)
  const found = useQueries({
    queries: deleted.map((record) => ({
      queryKey: ['audit', 'last', record],
      // The last entry of a deleted record has its members.
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await readAudit({ record, limit: 1 }, signal)).entries,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const lastNames = new Map([...readLastNames(found.flatMap(({ data = [] }) => data)), ...known])
  const unread = new Set(deleted.filter((_, n) => found[n]?.isPending))
  return (record) => ({
    // An entry may have a name from before.
    name: names.isReading(record) || unread.has(record) ? '…' : (names.get(record) ?? lastNames.get(record)),
    isLinked: !names.isMissing(record),
  })
}
