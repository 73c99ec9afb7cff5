import { client } from './client.ts'
import type { BackupList, Diagnosis, NewBackup, ServerHealth } from './types.ts'

export const readBackups = (signal: AbortSignal): Promise<BackupList> =>
  client.request('GET', '/console/api/backups', { signal })

export const backUp = (): Promise<NewBackup> => client.request('POST', '/console/api/backups')

export const readHealth = (signal: AbortSignal): Promise<ServerHealth> =>
  client.request('GET', '/console/api/health', { signal })

export const checkLibrary = (): Promise<Diagnosis> => client.request('POST', '/console/api/health/checks')
