import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../client/index.ts'
import { queryClient } from '../api/queryClient.ts'
import type { GuestToken } from '../api/types.ts'
import { serviceUrl } from '../serviceUrl.ts'

/** The token of a guest. Only this page has it: it is not stored. */
export const guestQuery = queryOptions({
  queryKey: ['guest'],
  queryFn: async () => {
    const response = await fetch(serviceUrl('/console/api/guest'), { method: 'POST' })
    if (!response.ok) throw new ApiError(await response.text(), response)
    return ((await response.json()) as GuestToken).token
  },
  staleTime: Number.POSITIVE_INFINITY,
})

const readToken = () => queryClient.getQueryData(guestQuery.queryKey)

/** Sends a request, with the token of the guest if there is no other. When it has ended, the request is sent again with a new one. */
export const fetchAsGuest = async (request: Request): Promise<Response> => {
  const token = readToken()
  if (token === undefined || request.headers.has('authorization')) return fetch(request)
  const send = (currentToken: string) => {
    const copy = request.clone()
    copy.headers.set('authorization', `Bearer ${currentToken}`)
    return fetch(copy)
  }
  const response = await send(token)
  if (response.status !== 401) return response
  // Requests whose token has ended at the same time share the new one.
  const newToken = readToken()
  return send(
    newToken === undefined || newToken === token
      ? await queryClient.fetchQuery({ ...guestQuery, staleTime: 0 })
      : newToken,
  )
}
