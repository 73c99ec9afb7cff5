// What the console's endpoints take and send. `bun run types` writes this file from the schemas of the server.

export interface AlbumBulk {
  ids: number[]
  dry_run?: boolean
  digest?: string
  changes: AlbumBulkChanges
}

export interface AlbumBulkChanges {
  /** The text to `replace`, in upper and lower case as it is, and what it is replaced `with`. An empty text is found nowhere. */
  title?: Record<'replace' | 'with', string>
  label_id?: number | null
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
  /** At most three, those with most tracks first. */
  artists: NamedArtist[]
  artist_count: number
}

export interface ArtistBulk {
  ids: number[]
  dry_run?: boolean
  digest?: string
  changes: ArtistBulkChanges
}

export interface ArtistBulkChanges {
  label_id?: number | null
}

export interface ArtistReferences {
  tracks: number
}

export interface ArtistSummary {
  id: number
  tracks: number
  albums: number
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

export interface AuditEntry {
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
}

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
  records: DeletedRecord[]
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

export type ChangeAction = 'delete' | 'merge' | 'rename' | 'update' | 'create'

export interface ChangeGroup {
  section: Section
  action: ChangeAction
  member: string
  from: unknown
  to: unknown
  count: number
}

export interface ChangedRecord {
  id: number
  /** Its name or title. */
  name: string
  members: Record<string, MemberChange>
}

/** The names of the columns that are read. A table of tracks has all fields that a column can be. */
export type ColumnsByField = Record<string, string[]>

/** What a file was taken for that is no catalogue file. */
export interface ConvertedFile {
  table: TableOfFile
  rows: number
  notes: FileNote[]
  more_notes: number
}

export interface CorrectionWithoutRecord {
  section: Section
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

export interface DeletedRecord {
  id: number
  /** Its name or title. */
  name: string
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
}

export interface LibraryState {
  engine: 'sqlite' | 'postgres'
  /** Its path, `:memory:`, or the address of the database. */
  file: string
  bytes: number | null
  wal_bytes: number | null
  schema_version: number
}

export interface LikelyRename {
  section: Section
  index: number
  name: string
  id: number
  former_name: string
  formerly: string | FormerMembers
  /** It is one of `moved_folders`. */
  in_folder?: true
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

export interface LostLikes {
  name: string
  key?: string
  likes: number
}

export interface MemberChange {
  from: unknown
  to: unknown
}

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
  from: string
  to: string
  count: number
}

export interface NamedArtist {
  id: number
  name: string
}

export interface NamedRecord {
  id: number
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

export interface OmittedChanges {
  section: Section
  action: ChangeAction
  count: number
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
  title: string
  file_path: string
  duration_seconds: number | null
  artists: string[]
  genres: string[]
}

export interface PastedTracks {
  text: string
  dry_run?: boolean
  digest?: string
}

export interface PastedTracksResult {
  tracks: PastedTrack[]
  /** The names of artists that are created with the tracks. */
  new_artists: string[]
  /** The names of genres that are created with the tracks. */
  new_genres: string[]
  /** Identifies all of it. Send it to create exactly this. */
  digest: string
}

/** Something that people have changed since the last seed, and that the file has otherwise: a member, a deleted record, or a changed one that would be deleted. */
export interface PeopleChange {
  section: Section
  kind: 'changed' | 'deleted' | 'to_delete' | 'added' | 'referenced'
  id: number
  /** What `people_except` names it by. */
  path: string
  name: string
  key?: string
  label?: string
  member?: string
  library?: unknown
  file?: unknown
  is_kept: boolean
  email: string | null
  source: string | null
  changed_at: string | null
}

export interface PrunedSection {
  section: Section
  pruned: number
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

export interface RequestHistory {
  interval_ms: number
  points: HistoryPoint[]
}

export interface RevokedSessions {
  revoked: number
}

export type RowCounts = Record<string, number>

export type Section = 'labels' | 'genres' | 'artists' | 'albums' | 'tracks'

export interface SectionCounts {
  created: number
  updated: number
  unchanged: number
  merged: number
  deleted: number
}

export interface SeedChange {
  section: Section
  action: ChangeAction
  name: string
  into?: string
  key?: string
  label?: string
  members?: MemberChanges
  /** Its members change only as `groups` say. */
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
  likes_deleted: number
  lost_likes: LostLikes[]
  references_cleared: number
  likes_moved: number
  references_moved: number
  likely_renames: LikelyRename[]
  more_renames: number
  moved_folders: MovedFolder[]
  warnings: FileProblem[]
  more_warnings: number
  corrections_without_record: CorrectionWithoutRecord[]
  changed_by_people: PeopleChange[]
  more_changed_by_people: number
  kept_before: number
  without_base: number
  prune_limit_exceeded: PrunedSection[]
  groups: ChangeGroup[]
  omitted: OmittedChanges[]
  changes: SeedChange[]
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

export interface TableOfFile {
  /** What a known file is, such as `a playlist of Exportify`. */
  format?: string
  section: Section
  /** Whether what the file does not have may be pruned. */
  is_whole_library: boolean
  header: string[]
  columns: ColumnsByField
  unread: UnreadColumn[]
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
  album_id?: number | null
  /** Ids to `add` and to `remove`, or all of them as `set`. */
  artist_ids?: Partial<Record<'add' | 'remove' | 'set', number[]>>
  /** Ids to `add` and to `remove`, or all of them as `set`. */
  genre_ids?: Partial<Record<'add' | 'remove' | 'set', number[]>>
}

export interface TrackReferences {
  likes: number
  artists: number
  genres: number
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

/** A column that is not read, and up to three values of it. */
export interface UnreadColumn {
  name: string
  values: string[]
}

export interface UserReferences {
  tokens: number
  likes: number
}
