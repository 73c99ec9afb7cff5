import { Link } from 'react-router'
import type { NamedRecord } from '../api/types.ts'
import type { ResourceName } from '../resources/names.ts'

/** A link to the screen of a record. The whole name is shown when the pointer is on it. */
export const RecordLink = ({ to, id, children }: { to: ResourceName; id: number; children: string }) => (
  <Link to={`/${to}/${id}`} className="record-link" title={children}>
    {children}
  </Link>
)

/** Links to several records, with commas between them. All names are shown when the pointer is on them. */
export const RecordLinks = ({ to, records }: { to: ResourceName; records: readonly NamedRecord[] }) => (
  <span title={records.map(({ name }) => name).join(', ')}>
    {records.map(({ id, name }, n) => (
      <span key={id}>
        {n > 0 && ', '}
        <Link to={`/${to}/${id}`} className="reference-link">
          {name}
        </Link>
      </span>
    ))}
  </span>
)

/** Links to several records, each in a chip. */
export const RecordChips = ({ to, records }: { to: ResourceName; records: readonly NamedRecord[] }) => (
  <span title={records.map(({ name }) => name).join(', ')}>
    {records.map(({ id, name }) => (
      <Link key={id} to={`/${to}/${id}`} className="record-chip">
        {name}
      </Link>
    ))}
  </span>
)
