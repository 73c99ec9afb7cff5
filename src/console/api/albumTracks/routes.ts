import { Elysia } from 'elysia'
import { runChanges } from '../../../catalogue/changes/run.ts'
import { requireRecord } from '../../../catalogue/store.ts'
import { parsePathId, type RecordPath } from '../../../http/paths.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { findTracks } from './create.ts'
import { PastedTracks, PastedTracksResult } from './model.ts'

const idOf = (params: RecordPath) => parsePathId('Album', params)

/** Creates the tracks of a pasted table on an album: all of them or none. */
export const albumTrackRoutes = ({ library, guards, jsonBody }: ConsoleDeps) =>
  new Elysia({ prefix: '/albums' }).use(guards.adminOnly).post(
    '/:id/tracks',
    async ({ params, body: { text, ...run }, write, longWork }): Promise<PastedTracksResult> => {
      const id = idOf(params)
      await requireRecord(library.read, 'albums', id)
      const { parseRows } = await import('./parse.ts')
      const rows = await parseRows(text)
      const found = await runChanges(library, { write, longWork }, run, (read) => findTracks(read, id, rows))
      const { new_artists, new_genres, changes } = found
      return { tracks: rows.map(({ line, ...track }) => track), new_artists, new_genres, digest: changes.digest }
    },
    {
      ...jsonBody(PastedTracks, ({ params }) => requireRecord(library.read, 'albums', idOf(params))),
      detail: { operationId: 'createAlbumTracks', summary: 'Create the tracks of a pasted table on an album' },
      response: { 200: PastedTracksResult, 409: Message, ...errorResponses.adminRecord, ...errorResponses.body },
    },
  )
