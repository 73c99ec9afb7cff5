import { ClientDisconnected } from '../base/errors.ts'
import { startSlice, yieldIfDue } from '../base/eventLoop.ts'
import { WorkQueueFull } from '../base/retryLater.ts'
import { createScheduler, type SchedulerOptions } from '../base/scheduler.ts'
import { type Owner, processOwner, type TaskOwner } from '../base/taskOwner.ts'

/**
 * Work that may take more than a few milliseconds: for whom it is done. It is abandoned when all of its clients have disconnected, or the
 * server has closed their connections to stop.
 */
export type LongWork = TaskOwner

/** Work that no client waits for, such as that of a command. */
export const ownWork: LongWork = { owners: [processOwner], isAbandoned: false, mayBeRejected: false }

/** The long work of a request. */
export class RequestWork implements LongWork {
  private known: readonly [Owner] | undefined

  constructor(
    /** Is called when the owner is needed, which for most requests is never. */
    private readonly findOwner: () => Owner,
    readonly request: Request,
  ) {}

  get owner() {
    return this.owners[0]
  }

  get owners() {
    this.known ??= [this.findOwner()]
    return this.known
  }

  get isAbandoned() {
    return this.request.signal.aborted
  }
}

/** Work whose result several requests share. It is abandoned when all of them are. */
export class SharedWork implements LongWork {
  private readonly listeners: (() => void)[] = []
  private readonly works: LongWork[]

  constructor(
    first: LongWork,
    readonly mayBeRejected = true,
  ) {
    this.works = [first]
  }

  add(work: LongWork): void {
    this.works.push(work)
    for (const listener of this.listeners) listener()
  }

  onJoin(listener: () => void): void {
    this.listeners.push(listener)
  }

  get owners() {
    return this.works.flatMap(({ isAbandoned, owners }) => (isAbandoned ? [] : owners))
  }

  get isAbandoned() {
    return this.works.every(({ isAbandoned }) => isAbandoned)
  }
}

/** @throws ClientDisconnected */
const requireClient = ({ isAbandoned }: LongWork): void => {
  if (isAbandoned) throw new ClientDisconnected()
}

/**
 * Is called before each statement of long work. It yields to the event loop if the slice of the work is over, and ends work that nobody
 * waits for any more. The server learns that a client has disconnected only while it yields.
 */
export const takeTurn = (work: LongWork): Promise<void> | undefined => yieldIfDue()?.then(() => requireClient(work))

/** @param capacity - how much runs at the same time */
export const placesOf = (capacity: number): SchedulerOptions => ({
  capacity,
  perAccount: 2,
  // One place stays for others.
  perAdmin: Math.max(1, capacity - 1),
  maxWaiting: 1_000,
  timeoutMs: 30_000,
})

/**
 * The places of long read transactions. Their number is bounded, so that short ones always find a connection.
 * @param capacity - how many run at the same time
 */
export const createPlaces = (capacity: number) => {
  const scheduler = createScheduler(placesOf(capacity), () => new WorkQueueFull())
  const running = new Set<Promise<unknown>>()
  let isClosed = false

  const start = <T>(work: LongWork, run: (work: LongWork) => Promise<T>): Promise<T> => {
    const untilClosed: LongWork = {
      owners: work.owners,
      get isAbandoned() {
        return isClosed || work.isAbandoned
      },
    }
    requireClient(untilClosed)
    startSlice()
    const result = run(untilClosed)
    running.add(result)
    return result.finally(() => running.delete(result))
  }

  return {
    /**
     * Runs work when it has a place.
     * @param run - gets the work, which is abandoned when the library is closed, too
     * @throws WorkQueueFull; ClientDisconnected
     */
    run: <T>(work: LongWork, run: (work: LongWork) => Promise<T>): Promise<T> =>
      scheduler.run(work, async () => start(work, run)),
    /** Ends all work, and waits for its end. A server closes the connections of its clients before: nobody gets a result. */
    close: async (): Promise<void> => {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}
