import { SendMemoryFull } from '../base/retryLater.ts'
import type { RequestWork } from '../library/longWork.ts'

interface SendMemoryOptions {
  /** Whether the response to a request is still being prepared or sent. */
  isInFlight: (request: Request) => boolean
  /** Lets the connection of a request be closed in a few seconds if its client does not take what is sent. */
  limitSend: (request: Request) => void
}

/** The bodies of one account that wait for their clients, in bytes. */
const maxPerClient = 33_554_432

/** Those of all accounts together. */
const maxTotal = 134_217_728

/**
 * Bounds the memory of bodies that are made for one request: a client may ask for many, and read none of them. Bun does not tell when a
 * response was sent, so that is looked for when the memory seems to be used up.
 */
export const createSendMemory = ({ isInFlight, limitSend }: SendMemoryOptions) => {
  /** In the order in which they were sent. */
  const sending = new Map<Request, { client: string; bytes: number }>()

  const removeSent = () => {
    for (const request of sending.keys()) if (!isInFlight(request)) sending.delete(request)
  }

  const sumByClient = () => {
    const sums = new Map<string, number>()
    for (const { client, bytes } of sending.values()) sums.set(client, (sums.get(client) ?? 0) + bytes)
    return sums
  }

  const limitSends = (client: string) => {
    for (const [request, body] of sending) if (body.client === client) limitSend(request)
  }

  let used = 0
  return {
    /**
     * Takes memory for the body of a request until it is sent.
     * @param mayBeRejected - whether the request is rejected when its account has used its part; otherwise the unread responses of the
     * account are ended
     * @throws SendMemoryFull
     */
    take({ clients: [client = ''], request }: RequestWork, bytes: number, mayBeRejected: boolean): void {
      used += bytes
      if (used > maxPerClient) {
        removeSent()
        const sums = sumByClient()
        const own = (sums.get(client) ?? 0) + bytes
        used = sums.values().reduce((sum, one) => sum + one, bytes)
        if (own > maxPerClient && sums.has(client)) {
          if (mayBeRejected) {
            used -= bytes
            throw new SendMemoryFull()
          }
          limitSends(client)
        }
        const [largest] = [...sums].sort(([, a], [, b]) => b - a)
        if (used > maxTotal && largest) limitSends(largest[0])
      }
      sending.set(request, { client, bytes })
    },
  }
}

export type SendMemory = ReturnType<typeof createSendMemory>
