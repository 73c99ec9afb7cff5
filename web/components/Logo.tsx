/** The mark of the console: a record on a sleeve. */
export const Logo = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--mantine-color-indigo-8)" />
    <circle cx="16" cy="16" r="10" fill="#fff" />
    <circle cx="16" cy="16" r="6.5" fill="none" stroke="var(--mantine-color-indigo-2)" />
    <circle cx="16" cy="16" r="3.5" fill="var(--mantine-color-indigo-8)" />
  </svg>
)
