import { client } from './client.ts'

export interface ListedBackup {
  file: string
  name: string
  created_at: string
  bytes: number
  /** For a shell, when the server has been stopped. */
  restore_command: string
}

export type Engine = 'sqlite' | 'postgres'

export interface BackupList {
  engine: Engine
  /** Null for a library in memory or on PostgreSQL. */
  folder: string | null
  every_ms: number | null
  keep: number | null
  /** Says that scheduled backups are overdue. */
  overdue: string | null
  /** Why the folder can't be read. */
  problem: string | null
  backups: ListedBackup[]
}

export interface NewBackup {
  file: string
  bytes: number
  sha256: string
}

export interface HistoryPoint {
  /** The end of the interval. */
  at: string
  requests: number
  errors: number
  p50_ms: number | null
  p95_ms: number | null
  rss_bytes: number
}

export interface ServerHealth {
  version: string
  started_at: string
  uptime_ms: number
  library: { engine: Engine; file: string; bytes: number | null; wal_bytes: number | null; schema_version: number }
  disk: { free_bytes: number; total_bytes: number } | null
  memory: { rss_bytes: number }
  records: Record<'labels' | 'genres' | 'artists' | 'albums' | 'tracks' | 'users', number>
  readiness: { ready: boolean; message: string | null }
  history: { interval_ms: number; points: HistoryPoint[] }
}

export interface Finding {
  what: string
  state: 'good' | 'note' | 'wrong'
  says: string
}

export const readBackups = (signal: AbortSignal): Promise<BackupList> =>
  client.request('GET', '/console/api/backups', { signal })

export const backUp = (): Promise<NewBackup> => client.request('POST', '/console/api/backups')

export const readHealth = (signal: AbortSignal): Promise<ServerHealth> =>
  client.request('GET', '/console/api/health', { signal })

export const checkLibrary = (): Promise<{ findings: Finding[] }> => client.request('POST', '/console/api/health/checks')
