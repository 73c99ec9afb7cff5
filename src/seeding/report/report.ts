import { type Static, Type } from '@sinclair/typebox'
import { fromKeys } from '../../base/objects.ts'
import { resourceNames } from '../../catalogue/resources.ts'
import { Nullable } from '../../validation/schemas.ts'
import { PeopleChange } from './peopleChange.ts'
import {
  CorrectionWithoutRecord,
  Count,
  count,
  FileProblem,
  RecordValues,
  Section,
  SectionCounts,
  text,
} from './sharedSchemas.ts'

/** What happens to a record. Those come first that an admin should look at first. */
export const changeActions = ['delete', 'merge', 'rename', 'update', 'create'] as const

const Action = Type.Union(
  changeActions.map((action) => Type.Literal(action)),
  {
    title: 'ChangeAction',
    description: 'A `rename` is an update that changes a member by which the record is identified.',
  },
)

const MemberChange = Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { title: 'MemberChange' })
const MemberChanges = Type.Record(Type.String(), MemberChange, {
  title: 'MemberChanges',
  description: 'The members that an update or a rename changes, with their old and new values.',
})

const SeedChange = Type.Object(
  {
    section: Section,
    action: Action,
    name: text("The record's name or title; the file_path of a track. A renamed record has its new one."),
    into: Type.Optional(text('The name of the record that it is merged into.')),
    key: Type.Optional(Type.String()),
    label: Type.Optional(text("The name of an album's label, since several albums may share a title.")),
    id: Type.Optional(Type.Integer({ description: 'The id that a new record gets if no other is created before.' })),
    album_id: Type.Optional(
      Type.Integer({ description: 'The id of the album of a new track: of one of the library, or of a new one.' }),
    ),
    values: Type.Optional(RecordValues),
    members: Type.Optional(MemberChanges),
    in_groups: Type.Optional(
      Type.Literal(true, {
        description: 'Its members change only as `groups` say. A report of all changes does not say it.',
      }),
    ),
  },
  {
    title: 'SeedChange',
    description:
      'One record that changes. Values are as in the catalogue file: references by name, days without a time.',
  },
)
export type SeedChange = Static<typeof SeedChange>

const LostLikes = Type.Object(
  { name: text('The file_path of the track.'), key: Type.Optional(Type.String()), likes: Count },
  { title: 'LostLikes', description: 'A deleted track that has likes.' },
)
export type LostLikes = Static<typeof LostLikes>

const ChangeGroup = Type.Object(
  {
    section: Section,
    action: Action,
    member: Type.String(),
    from: Type.Unknown({ description: 'The old value; of a list, the items that are removed.' }),
    to: Type.Unknown({ description: 'The new value; of a list, the items that are added.' }),
    count: count('The number of records that change in this way. They may change in others, too.'),
  },
  { title: 'ChangeGroup', description: 'A change of one member that three records or more share.' },
)
export type ChangeGroup = Static<typeof ChangeGroup>

const LikelyRename = Type.Object(
  {
    section: Section,
    index: count('The index of the entry in its section.'),
    name: text('The name of the entry.'),
    id: Type.Integer({ minimum: 1, description: 'The id of the record.' }),
    former_name: text('The name of the record.'),
    formerly: Type.Union(
      [Type.String(), Type.Record(Type.String(), Nullable(Type.String()), { title: 'FormerMembers' })],
      { description: 'What to write as "formerly" into the entry, if it is the record.' },
    ),
    in_folder: Type.Optional(Type.Literal(true, { description: 'It is one of `moved_folders`.' })),
    likes_stay_with_path: Type.Optional(
      Type.Literal(true, {
        description: 'The path of the track has another entry. Without the rename, its likes stay with that path.',
      }),
    ),
  },
  {
    title: 'LikelyRename',
    description:
      'A record that no entry describes, and an entry that creates one with the same content: probably one record, renamed.',
  },
)
export type LikelyRename = Static<typeof LikelyRename>

const MovedFolder = Type.Object(
  {
    section: Section,
    from: text('The old folder: as much of it as differs.'),
    to: text('The new folder: as much of it as differs.'),
    count: Count,
  },
  {
    title: 'MovedFolder',
    description: 'Likely renames that change only the folder of a file, and all in the same way.',
  },
)
export type MovedFolder = Static<typeof MovedFolder>

const PrunedSection = Type.Object(
  {
    section: Section,
    pruned: count('The number of records that would be pruned.'),
    records: count('The number of records that the section has.'),
  },
  { title: 'PrunedSection', description: 'A section of which more would be pruned than the limit allows.' },
)
export type PrunedSection = Static<typeof PrunedSection>

const OmittedChanges = Type.Object(
  { section: Section, action: Action, count: Count, in_groups: count('How many of them change only as `groups` say.') },
  { title: 'OmittedChanges', description: 'The number of records that `changes` leaves out.' },
)

const onlyWithChanges = 'Only a report that lists changes has any.'

export const Report = Type.Object(
  {
    sections: Type.Object(
      fromKeys(resourceNames, () => SectionCounts),
      { title: 'CountsBySection' },
    ),
    likes_deleted: count('The number of likes that are deleted with their tracks.'),
    lost_likes: Type.Array(LostLikes, { description: `The deleted tracks with most likes. ${onlyWithChanges}` }),
    references_cleared: count('The number of references from remaining records to deleted ones.'),
    likes_moved: count('The number of likes that move from merged tracks to the tracks that stay.'),
    references_moved: count('The number of references to merged records.'),
    likely_renames: Type.Array(LikelyRename, {
      description: `Records that the file seems to have under another name. ${onlyWithChanges}`,
    }),
    moved_folders: Type.Array(MovedFolder, {
      description: 'The folders that three or more of these renames share, in the order of the first rename of each.',
    }),
    warnings: Type.Array(FileProblem, {
      description: 'Possible mistakes in new and changed records, in the order of the file; at most a hundred.',
    }),
    more_warnings: count('The number of warnings that are not in `warnings`.'),
    corrections_without_record: Type.Array(CorrectionWithoutRecord, {
      description: `The library may have been corrected before, or the entry has a name that is wrong. ${onlyWithChanges}`,
    }),
    changed_by_people: Type.Array(PeopleChange, {
      description: 'The conflicts: changes by people since the last import that differ from the file.',
    }),
    more_changed_by_people: count('The number of these that are not in `changed_by_people`.'),
    kept_before: count(
      'The number of values and records that stay as people have left them, because an earlier import kept them.',
    ),
    without_base: count(
      'The number of records that are changed or deleted, and that no import has noted yet. It is not known whether people have changed them.',
    ),
    prune_limit_exceeded: Type.Array(PrunedSection, {
      description:
        'The sections of which more would be pruned than the limit allows. Only a dry run has any: an import fails instead.',
    }),
    groups: Type.Array(ChangeGroup, {
      description: `The changes that several records share, the most frequent first. ${onlyWithChanges}`,
    }),
    omitted: Type.Array(OmittedChanges),
    changes: Type.Array(SeedChange, {
      description: 'As many of each section and action as the report may list. Without such a number it lists none.',
    }),
  },
  { title: 'Report', description: 'The changes of an import, or of its dry run. `seed --json` prints it.' },
)
export type Report = Static<typeof Report>

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
export const sum = (report: Report, count: keyof Static<typeof SectionCounts>): number =>
  resourceNames.reduce((total, name) => total + report.sections[name][count], 0)
