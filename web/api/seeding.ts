import { ApiError } from '../../client/index.ts'
import type { ResourceName } from '../resources/names.ts'
import { client } from './client.ts'

/** In the order in which the totals list them. */
export const sections = ['labels', 'genres', 'artists', 'albums', 'tracks'] as const satisfies ResourceName[]

/** Those come first that an admin should look at first. */
export const actions = ['delete', 'merge', 'rename', 'update', 'create'] as const

export type Section = (typeof sections)[number]
export type Action = (typeof actions)[number]

/** What happens to records of a section. */
export interface ChangeKind {
  section: Section
  action: Action
}

export interface MemberChange {
  from: unknown
  to: unknown
}

export interface SeedChange extends ChangeKind {
  name: string
  into?: string
  key?: string
  label?: string
  members?: Record<string, MemberChange>
}

export interface ChangeGroup extends ChangeKind, MemberChange {
  member: string
  count: number
}

/** A sentence about one place of a file. Lines and columns count from 1. */
export interface FilePlace {
  pointer: string
  sentence: string
  line: number
  column: number
}

export interface LikelyRename {
  section: Section
  name: string
  former_name: string
}

export interface SeedReport {
  /** Identifies the file, the options and all changes. */
  digest: string
  sections: Record<Section, Record<'created' | 'updated' | 'unchanged' | 'merged' | 'deleted', number>>
  likes_deleted: number
  lost_likes: { name: string; key?: string; likes: number }[]
  references_cleared: number
  likes_moved: number
  references_moved: number
  likely_renames: LikelyRename[]
  warnings: FilePlace[]
  more_warnings: number
  corrections_without_record: { section: Section; name: string; correction: string }[]
  prune_limit_exceeded: { section: Section; pruned: number; records: number }[]
  groups: ChangeGroup[]
  /** The numbers of records that `changes` leaves out, and how many of them change only as `groups` say. */
  omitted: (ChangeKind & { count: number; in_groups: number })[]
  changes: SeedChange[]
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
export const problemsOf = (error: unknown): { problems: FilePlace[]; more: number } | undefined => {
  if (!(error instanceof ApiError) || !Array.isArray(error.body.problems)) return
  return { problems: error.body.problems, more: Number(error.body.more) || 0 }
}
