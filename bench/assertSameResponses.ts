import { type ApiRequest, decodeText, fetchResponse } from './http.ts'
import type { Server } from './servers.ts'

/** Fields that may differ between correct servers: timestamps after a write, ids after records were created. */
export type IgnoredFields = 'none' | 'timestamps' | 'timestamps and ids'

/** Sends the same requests to two servers. @throws when responses differ in status or body, or are neither 304 nor 2xx JSON. */
export const assertSameResponses = async (
  first: Server,
  second: Server,
  requests: ApiRequest[],
  ignored: IgnoredFields = 'none',
) => {
  for (const request of requests) {
    const responses = [
      await describeResponse(first, request, ignored),
      await describeResponse(second, request, ignored),
    ]
    if (responses[0] !== responses[1]) throw new Error(`${request.method} ${request.path}: the responses differ`)
  }
}

const describeResponse = async ({ url }: Server, request: ApiRequest, ignored: IgnoredFields) => {
  const { status, headers, body } = await fetchResponse(url, request)
  if (status === 304) return '304'
  if (status < 200 || status > 299) throw new Error(`${request.method} ${request.path} returned ${status}`)
  if (!headers.get('content-type')?.startsWith('application/json'))
    throw new Error(`${request.method} ${request.path}: the response is not JSON`)
  return `${status} ${removeFields(decodeText(body), ignored)}`
}

const removeFields = (text: string, ignored: IgnoredFields) => {
  if (ignored === 'none') return text
  const withoutTimestamps = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, '')
  if (ignored === 'timestamps') return withoutTimestamps
  return withoutTimestamps.replace(/^\{"id":\d+/, '').replaceAll(/"track_id":\d+/g, '')
}
