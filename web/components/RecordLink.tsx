import { Link } from 'react-router'
import type { ResourceName } from '../resources/names.ts'

/** A link to the screen of a record. */
export const RecordLink = ({ to, id, children }: { to: ResourceName; id: number; children: string }) => (
  <Link to={`/${to}/${id}`} className="record-link">
    {children}
  </Link>
)

/** Links to several records, with commas between them. */
export const RecordLinks = ({ to, records }: { to: ResourceName; records: readonly { id: number; name: string }[] }) =>
  records.map(({ id, name }, n) => (
    <span key={id}>
      {n > 0 && ', '}
      <Link to={`/${to}/${id}`} className="reference-link">
        {name}
      </Link>
    </span>
  ))
