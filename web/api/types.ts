// What the console's endpoints take and send. `bun run generate` writes this file from the schemas of the server.

export interface AlbumArtist {
  id: number
  /** Its name or title. */
  name: string
  tracks: number
}

export interface AlbumBulk {
  ids: number[]
  dry_run?: boolean
  digest?: string
  changes: AlbumBulkChanges
}

export interface AlbumBulkChanges {
  /** The text to `replace`, in upper and lower case as it is, and what it is replaced `with`. An empty text is found nowhere. */
  title?: Record<'replace' | 'with', string>
  /** An id, null for none, or an id to `replace` where a record has it, and the id that it is replaced `with`. */
  label_id?: number | null | Record<'replace' | 'with', number>
  type?: 'album' | 'single' | 'ep'
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  release_date?: string | null
}

export interface AlbumReferences {
  tracks: number
}

export interface AlbumSummary {
  id: number
  tracks: number
  /** The sum of the known lengths of its tracks. */
  duration_seconds: number | null
  /** At most three, those on most tracks first. */
  artists: AlbumArtist[]
  artist_count: number
  /** The URL of its picture; null without one, and left out while none are shown. */
  cover?: string | null
}

export interface ArtistBulk {
  ids: number[]
  dry_run?: boolean
  digest?: string
  changes: ArtistBulkChanges
}

export interface ArtistBulkChanges {
  /** An id, null for none, or an id to `replace` where a record has it, and the id that it is replaced `with`. */
  label_id?: number | null | Record<'replace' | 'with', number>
}

export interface ArtistReferences {
  tracks: number
}

export interface ArtistSummary {
  id: number
  tracks: number
  albums: number
  /** The URL of its picture; null without one, and left out while none are shown. */
  cover?: string | null
}

export type AuditAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'register'
  | 'login'
  | 'new_network'
  | 'logout'
  | 'password'
  | 'role'
  | 'revoke'
  | 'bulk'
  | 'merge'
  | 'seed'
  | 'revert'
  | 'keys'
  | 'download'

export interface BackupCommand {
  is_running: boolean
  last_run: BackupRun | null
}

export interface BackupContents {
  schema: number
  rows: RowCounts
}

export interface BackupDownload {
  /** The name of a backup of the list. */
  name: string
  current_password: string
}

/** The file of a library: a database of SQLite. */
export type BackupFile = string

export interface BackupList {
  engine: 'sqlite' | 'postgres'
  /** Null in memory and on PostgreSQL. */
  folder: string | null
  every_ms: number | null
  keep: number | null
  next_at: string | null
  last_run: BackupRun | null
  command: BackupCommand | null
  overdue: string | null
  problem: string | null
  /** Stops the service; null where it is unknown. */
  stop_command: string | null
  start_command: string | null
  backups: ListedBackup[]
}

export interface BackupRun {
  ended_at: string
  /** Why it failed; null if it succeeded. */
  error: string | null
}

export interface BulkDeletion {
  ids: number[]
  dry_run?: boolean
  digest?: string
}

export interface BulkDeletionResult {
  deleted: number
  /** At most 100, ordered by id. */
  records: NamedRecord[]
  /** The number of records that `records` leaves out. */
  more: number
  /** How many other records lose them, and how many likes and links are deleted, by kind. */
  affected: Record<string, number>
  /** Identifies the records and what loses them. Send it to delete exactly these. */
  digest: string
}

export interface BulkResult {
  changed: number
  /** The number of records that have the values already. */
  unchanged: number
  /** At most 100, ordered by id. */
  changes: ChangedRecord[]
  /** The number of changed records that `changes` leaves out. */
  more: number
  /** Identifies all changes. Send it to make exactly these. */
  digest: string
}

/** A catalogue file. Its JSON Schema is longer: music-library schema prints it. */
export type CatalogueFile = Record<string, unknown>

/** A `rename` is an update that changes a member by which the record is identified. */
export type ChangeAction = 'delete' | 'merge' | 'rename' | 'update' | 'create'

/** A change of one member that three records or more share. */
export interface ChangeGroup {
  section: Section
  action: ChangeAction
  member: string
  /** The old value; of a list, the items that are removed. */
  from: unknown
  /** The new value; of a list, the items that are added. */
  to: unknown
  /** The number of records that change in this way. They may change in others, too. */
  count: number
}

export interface ChangedRecord {
  id: number
  /** Its name or title. */
  name: string
  members: Record<string, MemberChange>
  namesake?: NamedRecord
}

/** What a file was taken for that is no catalogue file. */
export interface ConvertedFile {
  table: TableOfFile
  rows: number
  notes: FileNote[]
  more_notes: number
}

/** An entry that corrects a record which the library does not have. */
export interface CorrectionWithoutRecord {
  section: Section
  /** The name of the entry, or the key of one that has only a key. */
  name: string
  correction: 'merge_into' | 'delete' | 'formerly'
}

export interface CountsBySection {
  labels: SectionCounts
  genres: SectionCounts
  artists: SectionCounts
  albums: SectionCounts
  tracks: SectionCounts
}

export interface CreatedInvitation {
  id: number
  /** How many accounts can still register with it. */
  uses: number
  expires_at: string
  created_at: string
  /** Only this response has it. */
  code: string
}

export interface CreatedToken {
  id: number
  /** Null for the token of a session. */
  name: string | null
  read_only: boolean
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  /** The IP address of the client that last used it. */
  address: string | null
  /** The `User-Agent` of the client that last used it. */
  program: string | null
  /** Whether it is the token of the request. */
  is_current: boolean
  user: TokenUser
  /** Only this response has it. */
  token: string
}

export interface Diagnosis {
  ok: boolean
  findings: Finding[]
}

export interface DiskSpace {
  free_bytes: number
  total_bytes: number
}

export interface DuplicateGroup {
  count: number
  /** At most 101, ordered by id. */
  records: NamedRecord[]
}

export interface Duplicates {
  /** The number of groups on all pages. */
  total: number
  /** In the order of their names. */
  groups: DuplicateGroup[]
}

export type FieldErrors = Record<string, string[]>

/** What was left out of a table, or decided. */
export interface FileNote {
  line?: number
  sentence: string
}

/** The pointer is a JSON pointer; for a table, it is the name of the column, and `column` its number. */
export interface FileProblem {
  pointer: string
  sentence: string
  line: number
  column: number
}

export interface Finding {
  /** The name of the check. */
  what: string
  /** `note` is information for the operator; `wrong` has to be fixed. */
  state: 'good' | 'note' | 'wrong'
  says: string
}

export interface FirstAdmin {
  /** The one-time code that the start of the server has printed. */
  code: string
  /** 1 to 255 characters. */
  name: string
  email: string
  password: string
  password_confirmation: string
}

export type FormerMembers = Record<string, string | null>

export interface GenreReferences {
  tracks: number
}

export interface GenreSummary {
  id: number
  tracks: number
}

export interface GuestToken {
  token: string
  expires_at: string
}

export interface HistoryPoint {
  at: string
  requests: number
  errors: number
  p50_ms: number | null
  p95_ms: number | null
  max_ms: number | null
  rss_bytes: number
}

export interface InvalidSeed {
  message: string
  errors?: FieldErrors
  problems?: FileProblem[]
  more?: number
  table?: TableOfFile
}

export interface Invitation {
  id: number
  /** How many accounts can still register with it. */
  uses: number
  expires_at: string
  created_at: string
}

export interface LabelReferences {
  artists: number
  albums: number
}

export interface LabelSummary {
  id: number
  artists: number
  albums: number
  tracks: number
}

export interface LibraryState {
  engine: 'sqlite' | 'postgres'
  /** Its path, `:memory:`, or the address of the database. */
  file: string
  bytes: number | null
  wal_bytes: number | null
  schema_version: number
}

/** A record that no entry describes, and an entry that creates one with the same content: probably one record, renamed. */
export interface LikelyRename {
  section: Section
  /** The index of the entry in its section. */
  index: number
  /** The name of the entry. */
  name: string
  /** The id of the record. */
  id: number
  /** The name of the record. */
  former_name: string
  /** What the entry has to say, if it is the record. */
  formerly: string | FormerMembers
  /** It is one of `moved_folders`. */
  in_folder?: true
  /** The path of the track has another entry. Without the rename, its likes stay with that path. */
  likes_stay_with_path?: true
}

export interface ListedAuditEntry {
  id: number
  created_at: string
  source: 'api' | 'cli' | 'server'
  user_id: number | null
  /** The e-mail address that the account had then. */
  email: string | null
  token_id: number | null
  /** The IP address of the client. */
  address: string | null
  action: AuditAction
  /** The path of the record below `/api`, such as `tracks/3`. */
  record: string | null
  changes: Record<string, MemberChange> | null
  counts: RecordNumbers | null
  /** The id of the entry of the action that changed this record along with others. */
  part_of: number | null
  /** Whether other entries are parts of it. */
  has_parts: boolean
  /** Why it can never be undone; null if that depends on the records. */
  not_undoable: string | null
}

export interface ListedBackup {
  file: string
  name: string
  created_at: string
  bytes: number
  /** For a shell, when the server has been stopped. */
  restore_command: string
}

export interface ListedToken {
  id: number
  /** Null for the token of a session. */
  name: string | null
  read_only: boolean
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  /** The IP address of the client that last used it. */
  address: string | null
  /** The `User-Agent` of the client that last used it. */
  program: string | null
  /** Whether it is the token of the request. */
  is_current: boolean
  user: TokenUser
}

/** A deleted track that has likes. */
export interface LostLikes {
  /** The file_path of the track. */
  name: string
  key?: string
  likes: number
}

export interface MemberChange {
  from: unknown
  to: unknown
}

/** The members that an update or a rename changes, with their old and new values. */
export type MemberChanges = Record<string, MemberChange>

export interface MemoryUse {
  rss_bytes: number
}

export interface MergeRequest {
  from: number[]
  dry_run?: boolean
  digest?: string
}

export interface MergeResult {
  into: NamedRecord
  /** The records that are deleted, ordered by id. */
  merged: MergedRecord[]
  /** The numbers of references that are moved, by the resources of the records that have them. */
  moved: Record<string, number>
  /** How many of these are links of a record that has one to the record that stays already: they are deleted. */
  duplicates: number
  /** Identifies all changes. Send it to make exactly these. */
  digest: string
}

export interface MergedRecord {
  id: number
  /** Its name or title. */
  name: string
  /** The number of references to it. */
  references: number
}

/** Likely renames that change only the folder of a file, and all in the same way. */
export interface MovedFolder {
  section: Section
  /** The old folder: as much of it as differs. */
  from: string
  /** The new folder: as much of it as differs. */
  to: string
  count: number
}

export interface NamedRecord {
  id: number
  /** Its name or title. */
  name: string
}

export interface NewBackup {
  file: string
  bytes: number
  sha256: string
  contents: BackupContents
  /** What is wrong with the library, and what to do. */
  warning?: string
  restore_command: string
}

export interface NewInvitation {
  uses?: number
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  expires_at?: string | null
}

export interface NewToken {
  user_id: number
  /** 1 to 255 characters. */
  name: string
  read_only?: boolean
  /** A day as YYYY-MM-DD, or a date and time with an offset. */
  expires_at?: string | null
}

/** The number of records that `changes` leaves out. */
export interface OmittedChanges {
  section: Section
  action: ChangeAction
  count: number
  /** How many of them change only as `groups` say. */
  in_groups: number
}

export interface OwnToken {
  id: number
  /** Null for the token of a session. */
  name: string | null
  read_only: boolean
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  /** The IP address of the client that last used it. */
  address: string | null
  /** The `User-Agent` of the client that last used it. */
  program: string | null
  /** Whether it is the token of the request. */
  is_current: boolean
}

export interface PastedTrack {
  /** The number or side, which gives the order of the tracks. */
  position: string | null
  title: string
  file_path: string
  duration_seconds: number | null
  artists: string[]
  genres: string[]
}

export interface PastedTracks {
  text: string
  artist_ids?: number[]
  dry_run?: boolean
  digest?: string
}

export interface PastedTracksResult {
  tracks: PastedTrack[]
  /** The names of artists that are created with the tracks. */
  new_artists: string[]
  /** The names of genres that are created with the tracks. */
  new_genres: string[]
  /** The names of columns that are not read. */
  unread_columns: string[]
  /** Rows that are no tracks, such as the sum of the lengths. */
  left_out: string[]
  /** Identifies all of it. Send it to create exactly this. */
  digest: string
}

/** Something that people have changed since the last seed, and that the file has otherwise: a member, a deleted record, or a changed one that would be deleted. */
export interface PeopleChange {
  section: Section
  /** A member that was changed, or a record that was deleted. The others are records that the seed would delete: one that was changed; one that no seed has had in its file; and one to which a value refers that the file leaves as it is. */
  kind: 'changed' | 'deleted' | 'to_delete' | 'added' | 'referenced'
  /** The id of the record; of a deleted one, that which it had. */
  id: number
  /** What `people_except` names it by: the path of the record and, of a member, the name of that, such as `labels/1/name`. */
  path: string
  name: string
  key?: string
  label?: string
  values: RecordValues
  /** The member that was changed. */
  member?: string
  /** Its value in the library. */
  library?: unknown
  /** Its value in the file. */
  file?: unknown
  /** The file has changed the member, too. */
  is_conflict?: true
  /** Whether the seed leaves it as it is. */
  is_kept: boolean
  /** Who has changed it; null where the audit trail does not have it. */
  email: string | null
  source: string | null
  /** When it was changed. */
  changed_at: string | null
}

export type Picture = string

/** A section of which more would be pruned than the limit allows. */
export interface PrunedSection {
  section: Section
  /** The number of records that would be pruned. */
  pruned: number
  /** The number of records that the section has. */
  records: number
}

export interface Readiness {
  ready: boolean
  message: string | null
}

export interface RecordCounts {
  labels: number
  genres: number
  artists: number
  albums: number
  tracks: number
  users: number
}

export type RecordNumbers = Record<string, number | Record<string, number>>

/** The values of a new record, or of one that people have changed, beyond its key and name. Members without a value are left out. */
export type RecordValues = Record<string, unknown>

export interface RequestHistory {
  interval_ms: number
  points: HistoryPoint[]
}

export interface RevokedSessions {
  revoked: number
}

export type RowCounts = Record<string, number>

/** What the rows are taken for, where they have no path or `rows` is given. */
export type RowKind = 'albums' | 'tracks'

export type Section = 'labels' | 'genres' | 'artists' | 'albums' | 'tracks'

/** The numbers of records of one section that a seed created, updated and so on, or that a dry run would have. */
export interface SectionCounts {
  created: number
  updated: number
  unchanged: number
  /** Records that were deleted after all that referred to them had been moved to another record. */
  merged: number
  deleted: number
}

/** One record that changes. Values are as in the catalogue file: references by name, days without a time. */
export interface SeedChange {
  section: Section
  action: ChangeAction
  /** The record's name or title; the file_path of a track. A renamed record has its new one. */
  name: string
  /** The name of the record that it is merged into. */
  into?: string
  key?: string
  /** The name of an album's label, since several albums may share a title. */
  label?: string
  /** The id that a new record gets if no other is created before. */
  id?: number
  /** The id of the album of a new track: of one of the library, or of a new one. */
  album_id?: number
  values?: RecordValues
  members?: MemberChanges
  /** Its members change only as `groups` say. A report of all changes does not say it. */
  in_groups?: true
}

/** The numbers of entries of the file that the account has sent, and that is compared or seeded now. Both are 0 if there is none. */
export interface SeedProgress {
  processed: number
  total: number
}

export interface SeedReport {
  dry_run: boolean
  /** Identifies the file, the parameters and all changes. */
  digest: string
  sections: CountsBySection
  /** The number of likes that are deleted with their tracks. */
  likes_deleted: number
  /** The deleted tracks with most likes. Only a report that lists changes has any. */
  lost_likes: LostLikes[]
  /** The number of references from remaining records to deleted ones. */
  references_cleared: number
  /** The number of likes that merged tracks had, and that the tracks have with which they were merged. */
  likes_moved: number
  /** The number of references to merged records. */
  references_moved: number
  /** Records that the file seems to have under another name. Only a report that lists changes has any. */
  likely_renames: LikelyRename[]
  /** The folders of these that three or more have in common, those of the first ones first. */
  moved_folders: MovedFolder[]
  /** What may be a mistake in what the file creates or changes, in the order of the file; at most a hundred. */
  warnings: FileProblem[]
  /** The number of warnings that are not in `warnings`. */
  more_warnings: number
  /** The library may have been corrected before, or the entry has a name that is wrong. Only a report that lists changes has any. */
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
  /** The changes that several records share, those of most records first. Only a report that lists changes has any. */
  groups: ChangeGroup[]
  omitted: OmittedChanges[]
  /** As many of each section and action as the report may list. Without such a number it lists none. */
  changes: SeedChange[]
  /** The number of likely renames that are not in `likely_renames`. */
  more_renames: number
  converted?: ConvertedFile
}

export interface ServerHealth {
  version: string
  started_at: string
  uptime_ms: number
  library: LibraryState
  disk: DiskSpace | null
  memory: MemoryUse
  records: RecordCounts
  readiness: Readiness
  history: RequestHistory
}

/** A column, up to three values of it, and what it is read as. One without fields is not read. */
export interface TableColumn {
  name: string
  values: string[]
  fields: TableField[]
}

export type TableField =
  | 'title'
  | 'path'
  | 'file_name'
  | 'artists'
  | 'album'
  | 'album_artist'
  | 'label'
  | 'date'
  | 'month'
  | 'day'
  | 'duration'
  | 'duration_ms'
  | 'genres'
  | 'type'
  | 'cover'
  | 'key'
  | 'album_key'
  | 'id'
  | 'catalog_number'
  | 'position'
  | 'disc'

export interface TableOfFile {
  /** What a known file is, such as `a playlist of Exportify`. */
  format?: string
  section: Section
  /** Whether what the file does not have may be pruned. */
  is_whole_library: boolean
  rows?: RowKind
  /** Whether the rows may be albums or tracks: the file is read with `rows`. */
  asks_for_rows?: true
  /** Those that have a name, in the order of the file. */
  columns: TableColumn[]
}

export interface TokenUser {
  id: number
  email: string
  name: string
}

export interface TrackBulk {
  ids: number[]
  dry_run?: boolean
  digest?: string
  changes: TrackBulkChanges
}

export interface TrackBulkChanges {
  /** The text to `replace`, in upper and lower case as it is, and what it is replaced `with`. An empty text is found nowhere. */
  title?: Record<'replace' | 'with', string>
  /** An id, null for none, or an id to `replace` where a record has it, and the id that it is replaced `with`. */
  album_id?: number | null | Record<'replace' | 'with', number>
  /** Ids to `add` and to `remove`; ids to `replace` where a record has one of them, and those that they are replaced `with`; or all of them as `set`. */
  artist_ids?: Partial<Record<'add' | 'remove' | 'replace' | 'with' | 'set', number[]>>
  /** Ids to `add` and to `remove`; ids to `replace` where a record has one of them, and those that they are replaced `with`; or all of them as `set`. */
  genre_ids?: Partial<Record<'add' | 'remove' | 'replace' | 'with' | 'set', number[]>>
}

export interface TrackReferences {
  likes: number
  artists: number
  genres: number
}

export interface TrackWithoutFile {
  /** 1 to 255 characters. */
  title: string
  duration_seconds?: number | null
  album_id?: number | null
  artist_ids?: number[]
  genre_ids?: number[]
}

export type UndoAction = 'create' | 'update' | 'delete'

export interface UndoConflict {
  /** The path of the record below `/api`, such as `tracks/3`. */
  record: string
  /** What was changed since. */
  members: string[]
  message: string
  /** The id of the entry that says who changed it. */
  entry: number | null
  email: string | null
  created_at: string | null
}

export interface UndoConflictBody {
  message: string
  conflicts?: UndoConflict[]
}

export interface UndoRequest {
  dry_run?: boolean
  digest?: string
}

export interface UndoResult {
  /** The id of the entry. */
  id: number
  counts: RecordNumbers
  /** At most 100. */
  changes: UndoneRecord[]
  /** The number of records that `changes` leaves out. */
  more: number
  /** What speaks against it, after a dry run: at most 100. Without a dry run, it is a 409. */
  conflicts: UndoConflict[]
  /** The number of conflicts that `conflicts` leaves out. */
  more_conflicts: number
  /** Whether there are more than 1,000 conflicts: the others are not counted, and `changes`, `more` and `counts` are of what was found before. */
  has_uncounted_conflicts: boolean
  /** Identifies all changes. Send it to make exactly these. */
  digest: string
}

export interface UndoneRecord {
  /** The path of the record below `/api`, such as `tracks/3`. */
  record: string
  /** Its name or title. */
  name: string
  action: UndoAction
  members: Record<string, MemberChange>
}

export interface UserReferences {
  tokens: number
  likes: number
}
