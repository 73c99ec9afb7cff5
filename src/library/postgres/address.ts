import type { ConnectionOptions } from '../../database/postgres/client.ts'

/** Parses the URL of a database. */
export const parseAddress = (url: string): { name: string; options: ConnectionOptions } => {
  const { host, pathname } = new URL(url)
  return { name: `postgres://${host}${pathname}`, options: { adapter: 'postgres', url } }
}
