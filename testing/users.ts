import { type Client, createClient } from '../client/index.ts'
import type { TestUser } from './options.ts'

/** The variables that create the first user, if it is an admin. */
export const firstAdminEnvironment = ([first]: readonly TestUser[]): Record<string, string> =>
  first?.role === 'admin' ? { ADMIN_EMAIL: first.email, ADMIN_PASSWORD: first.password } : {}

const nameOf = ({ name, email }: TestUser) => name ?? email.split('@')[0] ?? email

/**
 * Creates the accounts of a new server. The first one exists already if it is an admin. No session stays.
 * @throws ApiError of the server
 */
export const createUsers = async (baseUrl: string, users: readonly TestUser[]): Promise<void> => {
  const [first] = users
  if (!first) return
  const client = createClient({ baseUrl })
  if (first.role !== 'admin') return registerUsers(client, users)
  const { user } = await client.login(first)
  await client.me.update({ name: nameOf(first) })
  for (const account of users.slice(1)) {
    const { email, password, role } = account
    const body = { email, password, name: nameOf(account) }
    await client.users.create(role === 'admin' ? { ...body, role_id: user.role_id } : body)
  }
  await client.logout()
}

const registerUsers = async (client: Client, users: readonly TestUser[]) => {
  for (const user of users) {
    const { email, password } = user
    await client.register({ email, password, name: nameOf(user), password_confirmation: password })
    await client.logout()
  }
}
