import { ApiError } from '../../client/index.ts'
import { client } from './client.ts'
import type { ChangeAction, FileProblem, Section, SeedReport } from './types.ts'

/** Those come first that an admin should look at first. */
export const actions: readonly ChangeAction[] = ['delete', 'merge', 'rename', 'update', 'create']

/** What happens to records of a section. */
export interface ChangeKind {
  section: Section
  action: ChangeAction
}

export interface SeedOptions {
  /** Whether records that the file does not have are deleted. */
  prune: boolean
  /** How many of each section: a number or a percentage. */
  prune_at_most?: string | undefined
  accept_renames: boolean
}

const formatQuery = ({ prune, prune_at_most, accept_renames }: SeedOptions) =>
  new URLSearchParams({
    prune: String(prune),
    accept_renames: String(accept_renames),
    ...(prune && prune_at_most && { prune_at_most }),
  })

/** Returns what seeding a file would change. */
export const previewSeed = (file: Blob, options: SeedOptions, signal: AbortSignal): Promise<SeedReport> =>
  client.request('POST', `/console/api/seed/preview?${formatQuery(options)}`, { body: file, signal })

/** Seeds a file, if the changes are still those of the preview with this digest. */
export const seed = (file: Blob, options: SeedOptions, digest: string): Promise<SeedReport> =>
  client.request('POST', `/console/api/seed?${formatQuery(options)}&digest=${digest}`, { body: file })

export const readSample = async (signal: AbortSignal): Promise<Blob> => {
  const catalogue = await client.request('GET', '/console/api/sample', { signal })
  return new Blob([JSON.stringify(catalogue, null, 2)])
}

/** What is wrong with a file that the server has rejected; undefined for other errors. */
export const problemsOf = (error: unknown): { problems: FileProblem[]; more: number } | undefined => {
  if (!(error instanceof ApiError) || !Array.isArray(error.body.problems)) return
  return { problems: error.body.problems, more: Number(error.body.more) || 0 }
}
