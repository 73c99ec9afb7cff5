import { type ClientOptions, createClient } from '../../client/index.ts'

/** A `fetch` that keeps the method, path, token and status of each request, in order. */
export const createRecordingFetch = () => {
  const exchanges: { method: string; path: string; token: string | null; status: number }[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request
    const response = await globalThis.fetch(request)
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
    exchanges.push({ method, path: new URL(url).pathname.replace('/api', ''), token, status: response.status })
    return response
  }
  return { exchanges, fetch, statuses: () => exchanges.map(({ status }) => status) }
}

/** A client that keeps its requests. */
export const createRecordingClient = (
  baseUrl: string,
  options: Omit<ClientOptions, 'url' | 'baseUrl' | 'fetch'> = {},
) => {
  const recording = createRecordingFetch()
  return { ...recording, client: createClient({ baseUrl, ...options, fetch: recording.fetch }) }
}
