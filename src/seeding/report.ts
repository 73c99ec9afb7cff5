import { type SectionName, sectionNames } from './format.ts'

/** What became, or would become, of the records of one section. */
export interface Counts {
  created: number
  updated: number
  unchanged: number
  deleted: number
}

/** One record that changes. Values are as the catalogue file has them: references by name. */
export interface Change {
  section: SectionName
  action: 'create' | 'update' | 'delete'
  /** Its name or title, or a track's file_path. */
  name: string
  key?: string
  /** The label of an album, whose title may be another's, too. */
  label?: string
  /** For an update: what it had and what it gets. */
  members?: Record<string, { from: unknown; to: unknown }>
}

export interface Report {
  sections: Record<SectionName, Counts>
  /** Likes that go with deleted tracks. */
  likes_deleted: number
  /** References that records which stay lose with deleted ones. */
  references_cleared: number
  /** Only where they were asked for, and as many. */
  changes: Change[]
}

export const newReport = (): Report => ({
  sections: Object.fromEntries(
    sectionNames.map((name) => [name, { created: 0, updated: 0, unchanged: 0, deleted: 0 }]),
  ) as Report['sections'],
  likes_deleted: 0,
  references_cleared: 0,
  changes: [],
})

export const sum = (report: Report, what: keyof Counts): number =>
  sectionNames.reduce((total, name) => total + report.sections[name][what], 0)
