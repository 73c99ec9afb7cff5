import type { Static } from '@sinclair/typebox'
import type * as merge from '../catalogue/merge.ts'
import type * as albumTracks from '../console/api/albumTracks/model.ts'
import type * as auditList from '../console/api/auditTrail.ts'
import type * as bulk from '../console/api/bulk.ts'
import type * as bulkDeletion from '../console/api/bulkDeletion.ts'
import type * as guest from '../console/api/guest.ts'
import type * as invitations from '../console/api/invitations.ts'
import type * as mergeRequest from '../console/api/merge.ts'
import type * as sessions from '../console/api/ownTokens.ts'
import type * as setup from '../console/api/setup.ts'
import type * as summaries from '../console/api/summaries.ts'
import type * as tokens from '../console/api/tokens.ts'
import type * as undoRequest from '../console/api/undo.ts'
import type * as undo from '../history/undo/report.ts'
import type * as duplicates from '../search/duplicates.ts'
import type * as schemas from '../validation/schemas.ts'

// Examples of what the console needs beyond the API.

const FirstAdmin: Static<typeof setup.FirstAdmin> = {
  code: 'mset_AQIDBAUGBwgJCgsMDQ4PEA',
  name: 'Ada',
  email: 'ada@example.com',
  password: 'a long secret',
  password_confirmation: 'a long secret',
}

const GuestToken: Static<typeof guest.GuestToken> = {
  token: 'mguest_1798682096789.n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  expires_at: '2026-12-31T01:54:56.789000Z',
}

const LabelSummary: Static<typeof summaries.LabelSummary> = { id: 2, artists: 1, albums: 1 }
const GenreSummary: Static<typeof summaries.GenreSummary> = { id: 3, tracks: 12 }
const ArtistSummary: Static<typeof summaries.ArtistSummary> = { id: 2, tracks: 11, albums: 1 }
const AlbumSummary: Static<typeof summaries.AlbumSummary> = {
  id: 2,
  tracks: 11,
  duration_seconds: 2871,
  artists: [{ id: 2, name: 'The Velvet Underground' }],
  artist_count: 1,
}

const OwnToken: Static<typeof sessions.OwnToken> = {
  id: 12,
  name: null,
  read_only: false,
  created_at: '2026-01-31T18:30:00.123456Z',
  last_used_at: '2026-02-01T08:00:00.123456Z',
  expires_at: null,
  address: '192.0.2.7',
  program: 'Mozilla/5.0',
  is_current: true,
}
const RevokedSessions: Static<typeof sessions.RevokedSessions> = { revoked: 3 }
const player = {
  ...OwnToken,
  id: 13,
  name: 'player',
  read_only: true,
  expires_at: '2027-01-31T00:00:00.000000Z',
  is_current: false,
}
const ListedToken: Static<typeof tokens.ListedToken> = {
  ...player,
  user: { id: 2, email: 'ada@example.com', name: 'Ada' },
}
const NewToken: Static<typeof tokens.NewToken> = {
  user_id: 2,
  name: 'player',
  read_only: true,
  expires_at: '2027-01-31',
}
const CreatedToken: Static<typeof tokens.CreatedToken> = {
  ...ListedToken,
  token: 'mlib_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA',
}

const ListedAuditEntry: Static<typeof auditList.ListedAuditEntry> = {
  id: 118,
  created_at: '2026-01-31T18:30:00.123456Z',
  source: 'api',
  user_id: 1,
  email: 'admin@example.com',
  token_id: 12,
  address: '192.0.2.7',
  action: 'update',
  record: 'tracks/3',
  changes: { duration_seconds: { from: 173, to: 174 } },
  counts: null,
  part_of: null,
  has_parts: false,
  not_undoable: null,
}

const UndoRequest: Static<typeof undoRequest.UndoRequest> = { dry_run: true }
const UndoResult: Static<typeof undo.UndoResult> = {
  id: 118,
  counts: { created: 0, updated: 1, deleted: 0, likes_restored: 0, likes_deleted: 0, likes_lost: 0 },
  changes: [
    {
      record: 'tracks/3',
      name: 'Sunday Morning',
      action: 'update',
      members: { duration_seconds: { from: 174, to: 173 } },
    },
  ],
  more: 0,
  conflicts: [],
  more_conflicts: 0,
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

const Invitation: Static<typeof invitations.Invitation> = {
  id: 3,
  uses: 5,
  expires_at: '2026-02-07T18:30:00.123000Z',
  created_at: '2026-01-31T18:30:00.123456Z',
}
const NewInvitation: Static<typeof invitations.NewInvitation> = { uses: 5 }
const CreatedInvitation: Static<typeof invitations.CreatedInvitation> = {
  ...Invitation,
  code: 'minv_AQIDBAUGBwgJCgsMDQ4PEA',
}

const TrackBulk: Static<typeof bulk.TrackBulk> = {
  ids: [3, 4, 5],
  changes: { album_id: 2, genre_ids: { add: [3], remove: [1] } },
  dry_run: true,
}
const AlbumBulk: Static<typeof bulk.AlbumBulk> = {
  ids: [1, 2],
  changes: { label_id: 2, type: 'ep', release_date: '1967-03-12' },
}
const ArtistBulk: Static<typeof bulk.ArtistBulk> = { ids: [1, 2], changes: { label_id: null } }
const BulkResult: Static<typeof bulk.BulkResult> = {
  changed: 1,
  unchanged: 2,
  changes: [{ id: 3, name: 'Sunday Morning', members: { genre_ids: { from: [1], to: [3] } } }],
  more: 0,
  digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

const BulkDeletion: Static<typeof bulkDeletion.BulkDeletion> = { ids: [1, 2], dry_run: true }
const BulkDeletionResult: Static<typeof bulkDeletion.BulkDeletionResult> = {
  deleted: 2,
  records: [
    { id: 1, name: 'Kind of Blue' },
    { id: 2, name: 'Homogenic' },
  ],
  more: 0,
  affected: { tracks: 15 },
  digest: BulkResult.digest,
}

const NamedRecord: Static<typeof schemas.NamedRecord> = { id: 7, name: 'COLUMBIA' }
const Duplicates: Static<typeof duplicates.Duplicates> = {
  total: 1,
  groups: [{ count: 2, records: [{ id: 2, name: 'Columbia' }, NamedRecord] }],
}

const MergeRequest: Static<typeof mergeRequest.MergeRequest> = { from: [7], dry_run: true }
const MergeResult: Static<typeof merge.MergeResult> = {
  into: { id: 2, name: 'Columbia' },
  merged: [{ id: 7, name: 'COLUMBIA', references: 3 }],
  moved: { artists: 1, albums: 2 },
  duplicates: 0,
  digest: BulkResult.digest,
}

const UndoConflict: Static<typeof undo.UndoConflict> = {
  record: 'tracks/3',
  members: ['title'],
  message: 'tracks/3 was changed since by ada@example.com at 2026-01-31T19:00:00.000000Z (entry 121): title.',
  entry: 121,
  email: 'ada@example.com',
  created_at: '2026-01-31T19:00:00.000000Z',
}
const UndoConflictBody: Static<typeof undoRequest.UndoConflictBody> = {
  message: `Entry 118 can't be undone. ${UndoConflict.message}`,
  conflicts: [UndoConflict],
}

const PastedTracks: Static<typeof albumTracks.PastedTracks> = {
  text: 'Title\tFile path\tDuration\tArtists\nSo What\tkind-of-blue/01.flac\t9:22\tMiles Davis; John Coltrane',
  dry_run: true,
}
const PastedTrack: Static<typeof albumTracks.PastedTrack> = {
  title: 'So What',
  file_path: 'kind-of-blue/01.flac',
  duration_seconds: 562,
  artists: ['Miles Davis', 'John Coltrane'],
  genres: [],
}
const PastedTracksResult: Static<typeof albumTracks.PastedTracksResult> = {
  tracks: [PastedTrack],
  new_artists: ['John Coltrane'],
  new_genres: [],
  digest: BulkResult.digest,
}

export const consoleExamples: Record<string, unknown> = {
  FirstAdmin,
  GuestToken,
  LabelSummary,
  GenreSummary,
  ArtistSummary,
  AlbumSummary,
  OwnToken,
  RevokedSessions,
  ListedToken,
  NewToken,
  CreatedToken,
  ListedAuditEntry,
  UndoRequest,
  UndoResult,
  UndoConflictBody,
  TrackBulk,
  AlbumBulk,
  ArtistBulk,
  BulkResult,
  NamedRecord,
  Duplicates,
  MergeRequest,
  MergeResult,
  BulkDeletion,
  BulkDeletionResult,
  PastedTracks,
  PastedTrack,
  PastedTracksResult,
  Invitation,
  NewInvitation,
  CreatedInvitation,
}
