import { listAlbums, readAlbum } from '../catalogue/album/store.ts'
import { listArtists, readArtist } from '../catalogue/artist/store.ts'
import { listGenres, readGenre } from '../catalogue/genre/store.ts'
import { listLabels, readLabel } from '../catalogue/label/store.ts'
import { listTracks, readTrack } from '../catalogue/track/store.ts'
import type { Database } from '../library/open.ts'
import type { Listing } from './chunks.ts'
import type { Noun } from './nouns.ts'

interface Reads {
  /** @throws NotFound */
  one(from: Database, id: number): Promise<object>
  list: Listing
}

/** How the answers are read that are remembered: a record, and a list in stretches. */
export const reads: Record<Noun, Reads> = {
  labels: { one: ({ read }, id) => readLabel(read, id), list: listLabels },
  genres: { one: ({ read }, id) => readGenre(read, id), list: listGenres },
  artists: { one: ({ snapshot }, id) => snapshot((read) => readArtist(read, id)), list: listArtists },
  albums: { one: ({ snapshot }, id) => snapshot((read) => readAlbum(read, id)), list: listAlbums },
  tracks: { one: ({ read }, id) => readTrack(read, id), list: listTracks },
}
