import { Kind, type TSchema, Type } from '@sinclair/typebox'
import { Credentials, Registration, Session } from '../../src/accounts/session/model.ts'
import { NewUser, OwnChanges, Role, User, UserChanges } from '../../src/accounts/users/model.ts'
import { capitalize, withArticle } from '../../src/base/words.ts'
import { resources } from '../../src/catalogue/resources.ts'
import { Message } from '../../src/http/schemas.ts'
import { Album } from '../../src/resources/album.ts'
import { schemaModules } from '../../src/resources/list.ts'
import { timestamps } from '../../src/validation/schemas.ts'
import { createTypeWriter } from './writeTypes.ts'

const AlbumType = Album.properties.type

/** By their names, in the order of the file. */
export const clientSchemas: Record<string, TSchema> = {
  Timestamps: Type.Object(timestamps),
  Role,
  User,
  AlbumType,
  ...Object.fromEntries(
    schemaModules.flatMap((module) => Object.entries<unknown>(module)).filter(([, value]) => isSchema(value)),
  ),
  Session,
  Message,
  Registration,
  Credentials,
  OwnChanges,
  NewUser,
  UserChanges,
}

/** What is said of a type. */
const comments: Record<string, string> = {
  Timestamps:
    'When a record was created and last changed. All times are texts in the form YYYY-MM-DDTHH:MM:SS.ffffffZ.',
  AlbumTrack: 'A track nested in an album.',
  ArtistTrack: 'A track nested in an artist.',
  TrackArtist: 'An artist nested in a track. `pivot` is the link between the two.',
  TrackGenre: 'A genre nested in a track. `pivot` is the link between the two.',
  Session: 'The response of register and login.',
  Message: 'The response of a like and of an unlike.',
  Registration: 'The body of POST /register.',
  Credentials: 'The body of POST /login.',
  OwnChanges: 'The body of PUT /me.',
  NewUser: 'The body of POST /users.',
  UserChanges: 'The body of PUT /users/:id.',
  ...Object.fromEntries(
    Object.values(resources).flatMap(({ name, kind }) => {
      const type = capitalize(kind)
      return [
        [`${type}Body`, `The body of POST /${name} and PUT /${name}/:id.`],
        [type, `${capitalize(withArticle(kind))} without nested records.`],
        [`New${type}`, `The body of POST /${name}.`],
        [`${type}Changes`, `The body of PUT /${name}/:id.`],
        [`Listed${type}`, `${capitalize(withArticle(kind))} in a list, and in the response of a write.`],
        [`Single${type}`, `The response of GET /${name}/:id.`],
      ]
    }),
  ),
}

/** The types of the client, written out: programs that use it need no package for its types. */
export const clientTypes = (): string => {
  const nameOf = (schema: TSchema) =>
    Object.keys(clientSchemas).find(
      (name) => clientSchemas[name] === schema || (schema.enum && clientSchemas[name]?.enum === schema.enum),
    )
  const declare = createTypeWriter({ nameOf, comments, allowsUndefined: true })
  return [
    '// The records and bodies of the API. `bun run generate` writes this file from the schemas of the server.\n',
    ...Object.entries(clientSchemas).map(([name, schema]) => declare(name, schema)),
  ].join('\n')
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && Kind in value
}
