import { type TSchema, Type } from '@sinclair/typebox'
import { User } from '../accounts/users/model.ts'
import { fromKeys } from '../base/objects.ts'
import { resourceNames } from '../catalogue/resources.ts'
import { Genre } from '../resources/genre.ts'
import { Label } from '../resources/label.ts'
import { ListedAlbum, ListedArtist, ListedTrack } from '../resources/responses.ts'
import { NamedObject, NamedRecord, Nullable } from '../validation/schemas.ts'

const createFoundSchema = <Listed extends TSchema>(title: string, record: Listed) =>
  NamedObject(title, {
    total: Type.Integer({ description: 'How many are found.', examples: [1] }),
    best: Nullable(
      Type.Integer({
        description: 'The rank of the best match, of which the smallest is the best; null if there is no match.',
        examples: [1],
      }),
    ),
    records: Type.Array(record, { description: 'The best matches.' }),
    suggestions: Type.Array(NamedRecord, {
      description:
        'Where nothing is found, at most three records whose names are spelled like the words, the nearest one first.',
      maxItems: 3,
      examples: [[]],
    }),
  })

/** How many records there are of each resource. */
export const CatalogueCounts = Type.Object(
  fromKeys(resourceNames, () => Type.Integer({ minimum: 0 })),
  { title: 'CatalogueCounts', examples: [{ labels: 19, genres: 29, artists: 33, albums: 22, tracks: 229 }] },
)

export const FoundLabels = createFoundSchema('FoundLabels', Label)
export const FoundGenres = createFoundSchema('FoundGenres', Genre)
export const FoundArtists = createFoundSchema('FoundArtists', ListedArtist)
export const FoundAlbums = createFoundSchema('FoundAlbums', ListedAlbum)
export const FoundTracks = createFoundSchema('FoundTracks', ListedTrack)
export const FoundUsers = createFoundSchema('FoundUsers', User)

/** What the search in everything finds. Only admins get users. */
export const FoundRecords = NamedObject('FoundRecords', {
  labels: FoundLabels,
  genres: FoundGenres,
  artists: FoundArtists,
  albums: FoundAlbums,
  tracks: FoundTracks,
  users: Type.Optional(FoundUsers),
})
