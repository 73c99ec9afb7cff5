import { answerTo, type Call, textOf } from './http.ts'
import type { Server } from './servers.ts'

/** What may differ between two servers that do the same: stamps after a write, ids once they made records. */
export type Differing = 'nothing' | 'stamps' | 'stamps and ids'

/** Makes sure that two servers answer the same to the same requests, byte for byte. */
export const answerTheSame = async (one: Server, other: Server, calls: Call[], differing: Differing = 'nothing') => {
  for (const call of calls) {
    const [mine, theirs] = [await sampled(one, call, differing), await sampled(other, call, differing)]
    if (mine !== theirs) throw new Error(`${call.method} ${call.path} is answered differently`)
  }
}

const sampled = async ({ url }: Server, call: Call, differing: Differing) => {
  const { status, headers, body } = await answerTo(url, call)
  if (status < 200 || status > 299) throw new Error(`${call.method} ${call.path} is answered ${status}`)
  if (!headers.get('content-type')?.startsWith('application/json'))
    throw new Error(`${call.path} is not answered as JSON`)
  return `${status} ${without(differing, textOf(body))}`
}

const without = (differing: Differing, text: string) => {
  if (differing === 'nothing') return text
  const unstamped = text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, '')
  if (differing === 'stamps') return unstamped
  return unstamped.replace(/^\{"id":\d+/, '').replaceAll(/"track_id":\d+/g, '')
}
