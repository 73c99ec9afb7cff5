import { client } from '../api/client.ts'
import type { GuestToken } from '../api/types.ts'

/** Gets the token of a guest, which only this page has: it is not stored. */
export const startGuest = async (): Promise<string> => {
  const { token } = await client.request<GuestToken>('POST', '/console/api/guest')
  client.token = token
  return token
}
