import { SendMemoryFull } from '../base/retryLater.ts'
import { createScheduler, type Holding } from '../base/scheduler.ts'
import type { RequestWork } from '../library/longWork.ts'

interface SendMemoryOptions {
  /** Whether the response to a request is still being prepared or sent. */
  isInFlight: (request: Request) => boolean
  /** Lets the connection of a request be closed in a few seconds if its client does not take what is sent. */
  limitSend: (request: Request) => void
}

/** The bodies of one account that wait for their clients, in bytes. */
const perAccount = 33_554_432

/** Those of all accounts together. */
const capacity = 134_217_728

/**
 * Bounds the memory of bodies that are made for one request: a client may ask for many, and read none of them. Bun does not tell when a
 * response was sent, so that is looked for when the memory seems to be used up.
 */
export const createSendMemory = ({ isInFlight, limitSend }: SendMemoryOptions) => {
  const memory = createScheduler({ capacity, perAccount })
  /** In the order in which they were sent. */
  const sending = new Map<Request, { account: string; holding: Holding }>()

  const removeSent = () => {
    for (const [request, { holding }] of sending) {
      if (isInFlight(request)) continue
      holding.release()
      sending.delete(request)
    }
  }

  return {
    /**
     * Takes memory for the body of a request until it is sent. When there is none, the newest unread responses of those who have most are ended.
     * @param mayBeRejected - whether the request is rejected when its account has used its part; otherwise the unread responses of the
     * account are ended
     * @throws SendMemoryFull
     */
    take({ owner, request }: RequestWork, amount: number, mayBeRejected: boolean): void {
      if (memory.held + amount > perAccount) removeSent()
      const { account } = owner
      // A body that is larger than its part is sent alone.
      if (!memory.isWithinCap(owner, amount) && memory.isInUse(owner)) {
        if (mayBeRejected) throw new SendMemoryFull()
        for (const [other, body] of sending) if (body.account === account) limitSend(other)
      }
      const holding = memory.take({ owner, amount, revoke: () => limitSend(request), isRequired: true })
      if (holding) sending.set(request, { account, holding })
    },
  }
}

export type SendMemory = ReturnType<typeof createSendMemory>
