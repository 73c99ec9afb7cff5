import { client } from './client.ts'
import type { PastedTracksResult } from './types.ts'

/** Returns the tracks that a pasted table would create on an album, and creates nothing. */
export const previewTracks = (album_id: number, text: string): Promise<PastedTracksResult> =>
  client.request('POST', `/console/api/albums/${album_id}/tracks`, { body: { text, dry_run: true } })

/** Creates all of the tracks, or none. If they would not be those of the preview with this digest, the error is a 409. */
export const createTracks = (album_id: number, body: { text: string; digest: string }): Promise<PastedTracksResult> =>
  client.request('POST', `/console/api/albums/${album_id}/tracks`, { body })
