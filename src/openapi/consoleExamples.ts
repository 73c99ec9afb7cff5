import type { Static } from '@sinclair/typebox'
import type * as references from '../console/api/references.ts'
import type * as summaries from '../console/api/summaries.ts'

// Examples of what the console needs beyond the API.

const NamedArtist: Static<typeof summaries.NamedArtist> = { id: 2, name: 'The Velvet Underground' }

const LabelSummary: Static<typeof summaries.LabelSummary> = { id: 2, artists: 1, albums: 1 }
const GenreSummary: Static<typeof summaries.GenreSummary> = { id: 3, tracks: 12, albums: 2 }
const ArtistSummary: Static<typeof summaries.ArtistSummary> = { id: 2, tracks: 11, albums: 1 }
const AlbumSummary: Static<typeof summaries.AlbumSummary> = {
  id: 2,
  tracks: 11,
  duration_seconds: 2871,
  artists: [NamedArtist],
  artist_count: 1,
}

const LabelReferences: Static<typeof references.LabelReferences> = { artists: 1, albums: 1 }
const TrackLinks: Static<typeof references.TrackLinks> = { tracks: 12 }
const TrackReferences: Static<typeof references.TrackReferences> = { likes: 5, artists: 1, genres: 2 }
const UserReferences: Static<typeof references.UserReferences> = { tokens: 3, likes: 40 }

export const consoleExamples: Record<string, unknown> = {
  LabelSummary,
  GenreSummary,
  ArtistSummary,
  AlbumSummary,
  LabelReferences,
  TrackLinks,
  TrackReferences,
  UserReferences,
}
