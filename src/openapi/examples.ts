import type { Static } from '@sinclair/typebox'
import { version } from '../../package.json'
import type * as session from '../accounts/session/model.ts'
import type * as users from '../accounts/users/model.ts'
import { mapValues } from '../base/objects.ts'
import { capitalize } from '../base/words.ts'
import { findLink } from '../catalogue/children.ts'
import { type Resource, resources } from '../catalogue/resources.ts'
import { idsName } from '../resources/fields/reference.ts'
import { consoleExamples } from './consoleExamples.ts'

// Examples of request bodies and responses. Their ids exist in the sample catalogue.

const timestamps = { created_at: '2026-01-31T18:30:00.123456Z', updated_at: '2026-01-31T18:30:00.123456Z' }

/** A record of the sample catalogue, without nested records. */
const recordOf = ({ description: { example, fields } }: Resource) => ({
  id: example,
  ...mapValues(fields, (field) => field.example),
  ...timestamps,
})

const referencesOf = ({ references }: Resource, toExample: (resource: Resource) => object) =>
  mapValues(references, ({ resource }) => toExample(resources[resource]))

/** One record of each relation, with the link to it. */
const relationsOf = (owner: Resource) =>
  mapValues(owner.relations, ({ resource }) => {
    const target = resources[resource]
    const pivot = {
      [`${owner.kind}_id`]: owner.description.example,
      [`${target.kind}_id`]: target.description.example,
      ...timestamps,
    }
    return [{ ...recordOf(target), pivot }]
  })

const listedOf = (resource: Resource): object => ({
  ...recordOf(resource),
  ...referencesOf(resource, recordOf),
  ...relationsOf(resource),
})

const singleOf = (resource: Resource) => ({
  ...recordOf(resource),
  ...referencesOf(resource, listedOf),
  ...relationsOf(resource),
  ...childrenOf(resource),
})

const childrenOf = (resource: Resource) => {
  const link = findLink(resource)
  if (!link) return {}
  const { [link.member]: _, ...child } = listedOf(resources[link.children]) as Record<string, unknown>
  return { [link.children]: [child] }
}

/** The body of a POST with all members. */
const newOf = ({ description: { fields, relations = {} } }: Resource) => ({
  ...mapValues(fields, ({ example, bodyExample = example }) => bodyExample),
  ...Object.fromEntries(Object.values(relations).map((relation) => [idsName(relation), relation.example])),
})

/** The examples of a resource, by the names of its schemas. */
const examplesOf = (resource: Resource) => {
  const type = capitalize(resource.kind)
  const body = newOf(resource)
  const [last = ''] = Object.keys(body).slice(-1)
  return {
    [type]: recordOf(resource),
    [`Listed${type}`]: listedOf(resource),
    [`Single${type}`]: singleOf(resource),
    [`${type}Body`]: body,
    [`New${type}`]: body,
    [`${type}Changes`]: { [last]: body[last] },
  }
}

const User: users.User = {
  id: 2,
  name: 'Ada',
  email: 'ada@example.com',
  role_id: 2,
  ...timestamps,
  role: { id: 2, name: 'user', ...timestamps },
}

const token = 'mlib_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA'
const Session: session.Session = { token, user: User }

const account = { name: 'Ada', email: 'ada@example.com', password: 'a long secret' }

const Registration: Static<typeof session.Registration> = { ...account, password_confirmation: 'a long secret' }
const Credentials: Static<typeof session.Credentials> = { email: account.email, password: account.password }
const NewUser: Static<typeof users.NewUser> = { ...account, role_id: 2 }
const UserChanges: Static<typeof users.UserChanges> = { name: 'Ada Lovelace' }
const OwnChanges: Static<typeof users.OwnChanges> = { name: 'Ada Lovelace' }

/** What the search in everything finds of one kind. */
const foundOf = (record: unknown) => ({ total: 1, best: 1, records: [record], suggestions: [] })

const LibraryChange = { resource: 'tracks', id: 3, type: 'updated' }

const FoundRecords = {
  ...mapValues(resources, (resource) => {
    const { [capitalize(resource.kind)]: record, [`Listed${capitalize(resource.kind)}`]: listed } = examplesOf(resource)
    return foundOf(resource.children || Object.keys(resource.relations).length > 0 ? listed : record)
  }),
  users: foundOf(User),
}

/** By the name of a schema, or by the id of an operation that returns a message. */
export const examples: Record<string, unknown> = {
  ...Object.assign({}, ...Object.values(resources).map(examplesOf)),
  User,
  FoundRecords,
  LibraryChange,
  ChangePage: { changes: [LibraryChange], next: '812.0.1x2k9q0', more: false },
  ...Object.fromEntries(Object.entries(FoundRecords).map(([name, found]) => [`Found${capitalize(name)}`, found])),
  Session,
  Registration,
  Credentials,
  NewUser,
  UserChanges,
  OwnChanges,
  ...consoleExamples,
  logOut: { message: 'Logged out.' },
  likeTrack: { message: 'Track liked.' },
  unlikeTrack: { message: 'Track unliked.' },
  Alive: { status: 'alive', version },
  Ready: { status: 'ready' },
  NotReady: { status: 'not ready', message: 'Another file has taken the place of the library.' },
}
