import { fromKeys } from '../../base/objects.ts'
import { type ResourceName, resourceNames } from '../../catalogue/resources.ts'
import type { Warning } from './warnings.ts'

// The declarations of the package contain these types, so this file imports no types of the database.

/** The numbers of records of one section that a seed created, updated and so on, or that a dry run would have. */
export interface Counts {
  created: number
  updated: number
  unchanged: number
  /** Records that were deleted after all that referred to them had been moved to another record. */
  merged: number
  deleted: number
}

/** What happens to a record. Those come first that an admin should look at first. */
export const changeActions = ['delete', 'merge', 'rename', 'update', 'create'] as const

/** One record that changes. Values are as in the catalogue file: references by name, days without a time. */
export interface SeedChange {
  section: ResourceName
  /** A `rename` is an update that changes a member by which the record is identified. */
  action: (typeof changeActions)[number]
  /** The record's name or title; the file_path of a track. A renamed record has its new one. */
  name: string
  /** The name of the record that it is merged into. */
  into?: string
  key?: string
  /** The name of an album's label, since several albums may share a title. */
  label?: string
  /** The members that an update or a rename changes, with their old and new values. */
  members?: Record<string, { from: unknown; to: unknown }>
  /** Its members change only as `groups` say. A report without a maximum of changes does not say it. */
  in_groups?: true
}

/** A deleted track that has likes. */
export interface LostLikes {
  /** The file_path of the track. */
  name: string
  key?: string
  likes: number
}

/** A change of one member that three records or more share. */
export interface ChangeGroup {
  section: ResourceName
  action: SeedChange['action']
  member: string
  /** The old value; of a list, the items that are removed. */
  from: unknown
  /** The new value; of a list, the items that are added. */
  to: unknown
  /** The number of records that change in this way. They may change in others, too. */
  count: number
}

/** A record that no entry describes, and an entry that creates one with the same content: probably one record, renamed. */
export interface LikelyRename {
  section: ResourceName
  /** The index of the entry in its section. */
  index: number
  /** The name of the entry. */
  name: string
  /** The id and the name of the record. */
  id: number
  former_name: string
  /** What the entry has to say, if it is the record. */
  formerly: Readonly<Record<string, string | null>> | string
  /** It is one of a folder in `moved_folders`. */
  in_folder?: true
}

/** Likely renames that change only the folder of a file, and all in the same way. */
export interface MovedFolder {
  section: ResourceName
  /** The old and the new folder: as much of them as differs. */
  from: string
  to: string
  count: number
}

/** A section of which more would be pruned than the limit allows. */
export interface PrunedSection {
  section: ResourceName
  /** The number of records that would be pruned. */
  pruned: number
  /** The number of records that the section has. */
  records: number
}

/** An entry that corrects a record which the library does not have. */
interface CorrectionWithoutRecord {
  section: ResourceName
  /** The name of the entry, or the key of one that has only a key. */
  name: string
  correction: 'merge_into' | 'delete' | 'formerly'
}

/** What is done with a change by people: it is kept, or overwritten with what the file says. */
export const peopleWays = ['keep', 'overwrite'] as const
export type PeopleWay = (typeof peopleWays)[number]

export const peopleChangeKinds = ['changed', 'deleted', 'to_delete', 'added', 'referenced'] as const

/** Something that people have changed since the last seed, and that the file has otherwise. */
export interface PeopleChange {
  section: ResourceName
  /**
   * A member that was changed, or a record that was deleted. The others are records that the seed would delete: one that was changed; one that no seed
   * has had in its file; and one to which a value refers that the file leaves as it is.
   */
  kind: (typeof peopleChangeKinds)[number]
  /** The id of the record; of a deleted one, that which it had. */
  id: number
  /** What choices name it by: the path of the record and, of a member, the name of that, such as `labels/1/name`. */
  path: string
  name: string
  key?: string
  label?: string
  /** The member, with its value in the library and that of the file. */
  member?: string
  library?: unknown
  file?: unknown
  /** Whether the seed leaves it as it is. */
  is_kept: boolean
  /** Who has changed it, and when; null where the audit trail does not have it. */
  email: string | null
  source: string | null
  changed_at: string | null
}

/** The changes of a seed, or of a dry run. `seed --json` prints it. */
export interface Report {
  sections: Record<ResourceName, Counts>
  /** The number of likes that are deleted with their tracks. */
  likes_deleted: number
  /** The deleted tracks with most likes. Empty without `maxChanges`. */
  lost_likes: LostLikes[]
  /** The number of references from remaining records to deleted ones. */
  references_cleared: number
  /** The number of likes that merged tracks had, and that the tracks have with which they were merged. */
  likes_moved: number
  /** The number of references to merged records. */
  references_moved: number
  /** Records that the file seems to have under another name. Empty without `maxChanges`. */
  likely_renames: LikelyRename[]
  /** The folders of these that three or more have in common, those of the first ones first. */
  moved_folders: MovedFolder[]
  /** What may be a mistake in what the file creates or changes, in the order of the file; at most a hundred. */
  warnings: Warning[]
  /** The number of warnings that are not in `warnings`. */
  more_warnings: number
  /** The library may have been corrected before, or the entry has a name that is wrong. Empty without `maxChanges`. */
  corrections_without_record: CorrectionWithoutRecord[]
  /** What people have changed since the last seed, and the file has otherwise. */
  changed_by_people: PeopleChange[]
  /** The number of these that are not in `changed_by_people`. */
  more_changed_by_people: number
  /** The number of values and records that stay as people have left them, since an earlier seed has kept them. */
  kept_before: number
  /** The number of records that are changed or deleted and that no seed has noted yet: whether people have changed them is not known. */
  without_base: number
  /** The sections of which more would be pruned than the limit allows. Only a dry run has any: a seed fails instead. */
  prune_limit_exceeded: PrunedSection[]
  /** The changes that several records share, those of most records first. Empty without `maxChanges`. */
  groups: ChangeGroup[]
  /** The numbers of records that `changes` leaves out, and how many of them change only as `groups` say. */
  omitted: { section: ResourceName; action: SeedChange['action']; count: number; in_groups: number }[]
  /** At most `maxChanges` of each section and action; empty without that option. */
  changes: SeedChange[]
}

export const createReport = (): Report => ({
  sections: fromKeys(resourceNames, () => ({ created: 0, updated: 0, unchanged: 0, merged: 0, deleted: 0 })),
  likes_deleted: 0,
  lost_likes: [],
  references_cleared: 0,
  likes_moved: 0,
  references_moved: 0,
  likely_renames: [],
  moved_folders: [],
  corrections_without_record: [],
  warnings: [],
  more_warnings: 0,
  changed_by_people: [],
  more_changed_by_people: 0,
  kept_before: 0,
  without_base: 0,
  prune_limit_exceeded: [],
  groups: [],
  omitted: [],
  changes: [],
})

/** The number of records of all sections that were created, updated and so on. */
export const sum = (report: Report, count: keyof Counts): number =>
  resourceNames.reduce((total, name) => total + report.sections[name][count], 0)
