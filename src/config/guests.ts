import type { Settings } from './settings.ts'

/** What guests may do; undefined where there are none. */
export const describeGuests = ({ guest, console }: Pick<Settings, 'guest' | 'console'>): string | undefined =>
  guest === 'read' && console === 'on'
    ? 'guest is read: everybody who can reach the server may read the catalogue without an account.'
    : undefined
