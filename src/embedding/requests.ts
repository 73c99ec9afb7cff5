import { secretMembers } from '../accounts/secrets.ts'
import { isBroken } from '../http/brokenConnection.ts'
import { type Fetch, mapResponse } from '../http/fetch.ts'

/** A request that has arrived. */
export interface RecordedRequest {
  method: string
  /** The path with its query, such as `/search/albums?q=blue`. */
  path: string
  /** The status of the response; null before there is one, and where the connection was broken. */
  status: number | null
  /** The value of a body in JSON, or the text of another one. Passwords, tokens and codes are `***`. Left out if there was none. */
  body?: unknown
  /** Whether the body is longer than 64 KB: it is the text of its beginning. */
  isCut?: true
}

/** Says what a program has sent. */
export interface RecordedRequests {
  /**
   * The requests that have arrived since the start or the last reset, the oldest first: the last 1,000 at most, and 16 MB of bodies.
   * @throws OperationalError for a library in a file
   */
  requests(): Promise<RecordedRequest[]>
}

const maxRequests = 1_000
const maxBodyBytes = 65_536
const maxTotalBytes = 16_777_216

interface Entry {
  recorded: RecordedRequest
  bytes: number
}

export const createRequestRecorder = () => {
  let entries: Entry[] = []
  let totalBytes = 0

  const dropOldest = () => {
    while (entries.length > maxRequests || totalBytes > maxTotalBytes) totalBytes -= entries.shift()?.bytes ?? 0
  }

  const read = async (entry: Entry, body: Request['body'], type: string | null) => {
    const { text, bytes, isCut } = await readBeginning(body)
    // The parts of such a body have their names in headers. No route takes one.
    const isMultipart = type?.startsWith('multipart/')
    Object.assign(entry.recorded, isMultipart ? { body: mask } : bodyOf(text, isCut))
    entry.bytes = bytes
    // After a reset it is not in the list any more.
    if (entries.includes(entry)) totalBytes += bytes
    dropOldest()
  }

  return {
    wrap:
      (fetch: Fetch): Fetch =>
      (request) => {
        const { method, url, headers } = request
        // A browser asks so before a request of another origin.
        if (method === 'OPTIONS' && headers.has('access-control-request-method')) return fetch(request)
        const recorded: RecordedRequest = {
          method,
          path: maskText(url.slice(new URL(url).origin.length)),
          status: null,
        }
        const entry = { recorded, bytes: 0 }
        entries.push(entry)
        dropOldest()
        const respond = () =>
          mapResponse(fetch(request), (response) => {
            recorded.status = isBroken(request) ? null : response.status
            return response
          })
        // Before the response: a server that rejects a request does not read its body, and Bun discards it then.
        return request.body ? read(entry, request.clone().body, headers.get('content-type')).then(respond) : respond()
      },
    list: async (): Promise<RecordedRequest[]> => entries.map(({ recorded }) => ({ ...recorded })),
    reset: () => {
      entries = []
      totalBytes = 0
    },
  }
}

/** Reads up to the maximum of a body, also of one that breaks off. */
const readBeginning = async (body: Request['body']) => {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let [text, bytes] = ['', 0]
  try {
    for (;;) {
      const { value } = (await reader?.read()) ?? {}
      if (!value) return { text: text + decoder.decode(), bytes, isCut: false }
      text += decoder.decode(value.subarray(0, maxBodyBytes - bytes), { stream: true })
      bytes = Math.min(maxBodyBytes, bytes + value.length)
      if (bytes < maxBodyBytes) continue
      void reader?.cancel()
      return { text, bytes, isCut: true }
    }
  } catch {
    return { text, bytes, isCut: false }
  }
}

const mask = '***'

const bodyOf = (text: string, isCut: boolean): Pick<RecordedRequest, 'body' | 'isCut'> => {
  if (isCut) return { body: maskText(text), isCut }
  if (text === '') return {}
  try {
    return { body: JSON.parse(text, (name, value) => (secretMembers.includes(name.toLowerCase()) ? mask : value)) }
  } catch {
    return { body: maskText(text) }
  }
}

/** A member of JSON that is incomplete, or a parameter of a form or a query. */
const secretInText = new RegExp(
  `("(?:${secretMembers.join('|')})"\\s*:\\s*|\\b(?:${secretMembers.join('|')})=)("(?:[^"\\\\]|\\\\.)*"?|[^&,}\\s]*)`,
  'gi',
)

const maskText = (text: string) => text.replaceAll(secretInText, `$1${mask}`)
