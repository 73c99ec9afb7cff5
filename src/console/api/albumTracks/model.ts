import { type Static, Type } from '@sinclair/typebox'
import { RunOptions } from '../../../catalogue/changes/run.ts'
import { field } from '../../../validation/field.ts'
import { Nullable } from '../../../validation/schemas.ts'

// What the route takes and sends.

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
export type PastedTrack = Static<typeof PastedTrack>

export const PastedTracksResult = Type.Object({
  tracks: Type.Array(PastedTrack),
  new_artists: Type.Array(Type.String(), { description: 'The names of artists that are created with the tracks.' }),
  new_genres: Type.Array(Type.String(), { description: 'The names of genres that are created with the tracks.' }),
  digest: Type.String({ description: 'Identifies all of it. Send it to create exactly this.' }),
})
export type PastedTracksResult = Static<typeof PastedTracksResult>
