import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { RunOptions, runChanges } from '../../../catalogue/changes/run.ts'
import { requireRecord } from '../../../catalogue/store.ts'
import { parsePathId, type RecordPath } from '../../../http/paths.ts'
import { errorResponses, Message } from '../../../http/schemas.ts'
import { field } from '../../../validation/field.ts'
import { Nullable } from '../../../validation/schemas.ts'
import type { ConsoleDeps } from '../../deps.ts'
import { findTracks } from './create.ts'

const maxCharacters = 200_000

/** Kept as it is: a tab at its start is an empty cell. No text has a NUL character, but the bytes of another kind of file do. */
const PastedText = () =>
  field<string, string>({
    jsonSchema: {
      type: 'string',
      minLength: 1,
      maxLength: maxCharacters,
      pattern: '^[^\\x00]*[^\\s\\x00][^\\x00]*$',
    },
    validate: (value) =>
      typeof value === 'string' && value.trim() !== '' && value.length <= maxCharacters && !value.includes('\0')
        ? undefined
        : `must be the text of a table, of up to ${maxCharacters} characters.`,
    normalize: (value) => value,
  })

export const PastedTracks = Type.Object({
  text: PastedText(),
  ...RunOptions.properties,
})

export const PastedTrack = Type.Object({
  title: Type.String(),
  file_path: Type.String(),
  duration_seconds: Nullable(Type.Integer()),
  artists: Type.Array(Type.String()),
  genres: Type.Array(Type.String()),
})

export const PastedTracksResult = Type.Object({
  tracks: Type.Array(PastedTrack),
  new_artists: Type.Array(Type.String(), { description: 'The names of artists that are created with the tracks.' }),
  new_genres: Type.Array(Type.String(), { description: 'The names of genres that are created with the tracks.' }),
  digest: Type.String({ description: 'Identifies all of it. Send it to create exactly this.' }),
})

const idOf = (params: object) => parsePathId('Album', params as RecordPath) // the path has an id

/** Creates the tracks of a pasted table on an album: all of them or none. */
export const albumTrackRoutes = ({ library, guards, jsonBody }: ConsoleDeps) =>
  new Elysia({ prefix: '/albums' }).use(guards.adminOnly).post(
    '/:id/tracks',
    async ({ params, body: { text, ...run }, write, longWork }): Promise<Static<typeof PastedTracksResult>> => {
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
