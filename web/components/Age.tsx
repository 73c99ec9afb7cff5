import { formatAge, formatInstant } from '../format.ts'

/** A time as seen from now; the exact time is shown when the pointer is on it. */
export const Age = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatInstant(at)}>
    {formatAge(at)}
  </time>
)
