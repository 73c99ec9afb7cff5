import type { NamedRecord } from '../api/types.ts'
import type { ResourceName } from '../resources/names.ts'
import { hrefOf } from '../serviceUrl.ts'

/** A link to the screen of a record. The whole name is shown when the pointer is on it. */
export const RecordLink = ({ to, id, children }: { to: ResourceName; id: number; children: string }) => (
  <a href={hrefOf(`/${to}/${id}`)} className="record-link" title={children}>
    {children}
  </a>
)

/** Links to several records, with commas between them. All names are shown when the pointer is on them. */
export const RecordLinks = ({ to, records }: { to: ResourceName; records: readonly NamedRecord[] }) => (
  <span title={joinNames(records)}>
    {records.map(({ id, name }, n) => (
      <span key={id}>
        {n > 0 && ', '}
        <a href={hrefOf(`/${to}/${id}`)} className="reference-link">
          {name}
        </a>
      </span>
    ))}
  </span>
)

export const joinNames = (records: readonly NamedRecord[]): string => records.map(({ name }) => name).join(', ')

/** How many characters the chips of a cell have at most, if there are several. */
const maxChars = 18

/** Links to several records, each in a chip, and the number of those that have no room. */
export const RecordChips = ({ to, records }: { to: ResourceName; records: readonly NamedRecord[] }) => {
  let chars = 0
  const shown = records.filter(({ name }, n) => {
    chars += name.length + 2
    return n === 0 || chars <= maxChars
  })
  return (
    <span title={joinNames(records)} className="record-chips">
      {shown.map(({ id, name }) => (
        <a key={id} href={hrefOf(`/${to}/${id}`)} className="record-chip">
          {name}
        </a>
      ))}
      {shown.length < records.length && <span className="no-shrink">+{records.length - shown.length}</span>}
    </span>
  )
}
