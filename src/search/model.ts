import { type TSchema, Type } from '@sinclair/typebox'
import { User } from '../accounts/users/model.ts'
import { fromKeys } from '../base/objects.ts'
import { resourceNames } from '../catalogue/resources.ts'
import { Genre } from '../resources/genre.ts'
import { Label } from '../resources/label.ts'
import { ListedAlbum, ListedArtist, ListedTrack } from '../resources/responses.ts'
import { NamedRecord, Nullable } from '../validation/schemas.ts'

const found = <Listed extends TSchema>(record: Listed, options = {}) =>
  Type.Object(
    {
      total: Type.Integer({ description: 'How many are found.' }),
      best: Nullable(
        Type.Integer({
          description: 'What the words count in the best match; null if there is none. The best kind has the smallest.',
        }),
      ),
      records: Type.Array(record, { description: 'The best matches.' }),
      suggestions: Type.Array(NamedRecord, {
        description:
          'Where nothing is found, at most three records whose names are spelled like the words, the nearest one first.',
        maxItems: 3,
      }),
    },
    options,
  )

/** How many records there are of each resource. */
export const CatalogueCounts = Type.Object(
  fromKeys(resourceNames, () => Type.Integer({ minimum: 0 })),
  { examples: [{ labels: 19, genres: 29, artists: 33, albums: 22, tracks: 229 }] },
)

export const FoundLabels = found(Label)
export const FoundGenres = found(Genre)
export const FoundArtists = found(ListedArtist)
export const FoundAlbums = found(ListedAlbum)
export const FoundTracks = found(ListedTrack)
// An optional member is a copy, which has the name from here.
export const FoundUsers = found(User, { title: 'FoundUsers' })

/** What the search in everything finds. Only admins get users. */
export const FoundRecords = Type.Object({
  labels: FoundLabels,
  genres: FoundGenres,
  artists: FoundArtists,
  albums: FoundAlbums,
  tracks: FoundTracks,
  users: Type.Optional(FoundUsers),
})
