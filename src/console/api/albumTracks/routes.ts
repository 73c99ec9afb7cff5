import { Elysia } from 'elysia'
import { runChanges } from '../../../catalogue/changes/run.ts'
import { relatedIds } from '../../../catalogue/members.ts'
import { requireRecord } from '../../../catalogue/store.ts'
import { findBodyErrors } from '../../../catalogue/writes.ts'
import { jsonResponse } from '../../../http/jsonResponse.ts'
import { parsePathId, type RecordPath } from '../../../http/paths.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import { artists } from '../../../library/catalogueSchema.ts'
import { findMissing } from '../../../library/references.ts'
import { ListedTrack } from '../../../resources/responses.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { createTrackWithoutFile, findTracks } from './create.ts'
import { PastedTracks, PastedTracksResult, TrackWithoutFile } from './model.ts'

const idOf = (params: RecordPath) => parsePathId('Album', params)

/** Creates the tracks of a pasted text on an album, all of them or none; and single tracks that have no file. */
export const albumTrackRoutes = ({ library, guards, jsonBody }: ConsoleDeps) =>
  new Elysia()
    .use(guards.adminOnly)
    .post(
      '/albums/:id/tracks',
      async ({ params, body: { text, artist_ids, ...run }, write, longWork }): Promise<PastedTracksResult> => {
        const id = idOf(params)
        await requireRecord(library.read, 'albums', id)
        const { parsePastedText } = await import('./parse.ts')
        const { rows, ...others } = parsePastedText(text)
        const found = await runChanges(library, { write, longWork }, run, (read) =>
          findTracks(read, id, { rows, artist_ids }),
        )
        const { tracks, new_artists, new_genres, changes } = found
        return { tracks, new_artists, new_genres, ...others, digest: changes.digest }
      },
      {
        ...jsonBody(PastedTracks, async ({ params, members: { artist_ids } }) => {
          await requireRecord(library.read, 'albums', idOf(params))
          return findMissing(library.read, ['artist_ids', artists, relatedIds(artist_ids)])
        }),
        detail: { operationId: 'createAlbumTracks', summary: 'Create the tracks of a pasted table on an album' },
        response: { 200: PastedTracksResult, 409: Message, ...errorResponses.adminRecord, ...errorResponses.body },
      },
    )
    .post(
      '/tracks',
      async ({ body, write }) => jsonResponse(await write((tx) => createTrackWithoutFile(tx, body)), 201),
      {
        ...jsonBody(TrackWithoutFile, ({ members }) => findBodyErrors(library.read, 'tracks', members)),
        detail: { operationId: 'createTrackWithoutFile', summary: 'Create a track that has no file' },
        response: { 201: ListedTrack, ...errorResponses.admin, ...errorResponses.body },
      },
    )
