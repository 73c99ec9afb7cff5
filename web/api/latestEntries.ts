import { client } from './client.ts'

/** What the overview shows of an entry of the audit trail. */
export interface LatestEntry {
  id: number
  created_at: string
  source: 'api' | 'cli' | 'server'
  /** The e-mail address that the user had at the time. */
  email: string | null
  action: string
  /** The path of the record below /api. */
  record: string | null
  changes: Record<string, { from: unknown; to: unknown }> | null
}

/** Reads the newest entries of the audit trail, the newest first. */
export const readLatestEntries = (limit: number, signal: AbortSignal): Promise<LatestEntry[]> =>
  client.request('GET', `/console/api/audit?limit=${limit}`, { signal })
