import { formatNumber } from '../format.ts'

/** A number that may not have been read yet. Zero is so pale that other numbers stand out. */
export const Count = ({ value }: { value: number | undefined }) => {
  if (value === undefined) return '\u00a0'
  return <span className={value === 0 ? 'no-count' : undefined}>{formatNumber(value)}</span>
}
