import type { ListedTrack } from '../../client/index.ts'
import { client } from './client.ts'
import type { PastedTracks, PastedTracksResult, TrackWithoutFile } from './types.ts'

/** Creates the tracks of a pasted table on an album: all of them, or none. A preview is as that of `changeRecords`. */
export const createTracks = (album_id: number, body: PastedTracks, signal?: AbortSignal): Promise<PastedTracksResult> =>
  client.request('POST', `/console/api/albums/${album_id}/tracks`, { body, signal })

/** Creates a track that has no file. Without `artist_ids`, it has the artists of its album. */
export const createTrackWithoutFile = (body: TrackWithoutFile): Promise<ListedTrack> =>
  client.request('POST', '/console/api/tracks', { body })
