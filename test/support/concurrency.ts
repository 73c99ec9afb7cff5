import type { ClientResponse } from './client.ts'

/** Starts `count` requests at once, and waits for all of them. */
export const concurrently = <T>(count: number, request: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => request(n)))

/** How many responses have each status. */
export const countStatuses = (responses: ClientResponse[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
