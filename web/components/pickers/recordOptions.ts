import { client } from '../../api/client.ts'
import { formatYear } from '../../format.ts'
import type { Choice, PickedResource } from './choice.ts'

/** The maximum number of options that a picker shows. More words find fewer records. */
const limit = 50

/** Without words it is the order of names. */
const sort = 'relevance'

/** How records that have a name are found and created. */
const byName = (resource: 'artists' | 'genres' | 'labels') => ({
  search: async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    const { records } = await client.search[resource]({ q: q || undefined, sort, limit }, { signal })
    return records.map(({ id, name }) => ({ id, name }))
  },
  create: async (name: string): Promise<Choice> => {
    const { id } = await client[resource].create({ name })
    return { id, name }
  },
})

/** The name of a user, and what tells the user from others of this name. */
export const describeUser = ({ name, email }: { name: string; email: string }): string => `${name} (${email})`

/** How the options of a picker are found, and how it creates a record. */
export const recordOptions: Record<PickedResource, ReturnType<typeof byName>> = {
  albums: {
    search: async (q, signal) => {
      const { records } = await client.search.albums({ q: q || undefined, sort, limit }, { signal })
      return records.map(({ id, title, release_date }) => ({
        id,
        name: title,
        hint: release_date ? formatYear(release_date) : undefined,
      }))
    },
    create: async (title) => {
      const { id } = await client.albums.create({ title })
      return { id, name: title }
    },
  },
  artists: byName('artists'),
  genres: byName('genres'),
  labels: byName('labels'),
  users: {
    search: async (q, signal) => {
      const { records } = await client.search.users({ q: q || undefined, sort, limit }, { signal })
      return records.map((user) => ({ id: user.id, name: describeUser(user) }))
    },
    // A user needs more than a name. No picker of users offers it.
    create: async () => Promise.reject(new Error('A picker creates no users.')),
  },
}
