import { type Static, Type } from '@sinclair/typebox'
import { ReportDigest } from '../../../catalogue/changes/changeSet.ts'
import { RunOptions } from '../../../catalogue/changes/run.ts'
import { NewTrack } from '../../../resources/track.ts'
import { field } from '../../../validation/field.ts'
import { NamedObject, Nullable } from '../../../validation/schemas.ts'

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

export const PastedTracks = NamedObject(
  'PastedTracks',
  {
    text: PastedText(),
    /** The artists of tracks without one; by default those that more than half of the tracks of the album have. */
    artist_ids: NewTrack.properties.artist_ids,
    ...RunOptions.properties,
  },
  {
    text: 'Title\tFile path\tDuration\tArtists\nSo What\tkind-of-blue/01.flac\t9:22\tMiles Davis; John Coltrane',
    dry_run: true,
  },
)

export const PastedTrack = NamedObject('PastedTrack', {
  position: Nullable(
    Type.String({ description: 'The number or side, which gives the order of the tracks.', examples: ['A1'] }),
  ),
  title: Type.String({ examples: ['So What'] }),
  file_path: Type.String({ examples: ['kind-of-blue/01.flac'] }),
  duration_seconds: Nullable(Type.Integer({ examples: [562] })),
  artists: Type.Array(Type.String(), { examples: [['Miles Davis', 'John Coltrane']] }),
  genres: Type.Array(Type.String(), { examples: [[]] }),
})
export type PastedTrack = Static<typeof PastedTrack>

export const PastedTracksResult = NamedObject('PastedTracksResult', {
  tracks: Type.Array(PastedTrack),
  new_artists: Type.Array(Type.String(), {
    description: 'The names of artists that are created with the tracks.',
    examples: [['John Coltrane']],
  }),
  new_genres: Type.Array(Type.String(), {
    description: 'The names of genres that are created with the tracks.',
    examples: [[]],
  }),
  unread_columns: Type.Array(Type.String(), {
    description: 'The names of columns that are not read.',
    examples: [['Writer(s)']],
  }),
  left_out: Type.Array(Type.String(), {
    description: 'Rows that are not tracks, such as the sum of the lengths.',
    examples: [['Total length: 45:44']],
  }),
  digest: ReportDigest('Identifies all of it. Send it to create exactly this.'),
})
export type PastedTracksResult = Static<typeof PastedTracksResult>

/** A track without a file: the library makes its path. Without `artist_ids`, it has those that more than half of the tracks of its album have. */
export const TrackWithoutFile = NamedObject('TrackWithoutFile', Type.Omit(NewTrack, ['file_path']).properties, {
  ...{ title: 'So What', duration_seconds: 562, album_id: 1 },
})
