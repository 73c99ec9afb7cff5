import { ClientDisconnected } from './errors.ts'
import { createFairShare } from './fairShare.ts'

interface FairQueueOptions {
  /** How many tasks run at the same time. */
  concurrency: number
  /** How many tasks of one client run at the same time; no limit of its own by default. */
  perClient?: number
  /** How many may wait. */
  maxWaiting: number
  /** How long a task waits, in milliseconds; without a limit by default. */
  timeoutMs?: number
  /**
   * Creates the error of a task that can't wait: the queue is full, another client's task has taken its place, or it has waited for too
   * long.
   */
  createError: () => Error
}

/** Who waits for a task. */
export interface TaskOwner {
  /** A task that several clients share runs when it is the turn of one of them. They may change while it waits. */
  readonly clients: readonly string[]
  /** Whether nobody waits for it any more. */
  readonly isAbandoned: boolean
  /** Whether the task is rejected when the queue is full, or it has waited for too long; true by default. */
  readonly mayBeRejected?: boolean
}

interface WaitingTask extends TaskOwner {
  /** @param client - the one whose turn it is */
  start: (client: string) => void
  reject: (error: Error) => void
}

/**
 * Creates a queue that serves its clients in turn, one task of each. When it is full, the client with the most tasks
 * loses its newest one.
 */
export const createFairQueue = (options: FairQueueOptions) => {
  const { concurrency, perClient = concurrency, maxWaiting, timeoutMs, createError } = options
  const places = createFairShare({ total: maxWaiting, perClient: maxWaiting })
  /** In the order in which they came. */
  const waiting = new Set<WaitingTask>()
  /** The clients with waiting tasks, as far as they are known. The one whose turn is next comes first. */
  const turns = new Set<string>()
  /** How many tasks of each client are running. */
  const running = new Map<string, number>()
  let runningTasks = 0

  const mayRun = (client: string) => runningTasks < concurrency && (running.get(client) ?? 0) < perClient

  const begin = (client: string) => {
    runningTasks++
    running.set(client, (running.get(client) ?? 0) + 1)
  }

  const end = (client: string) => {
    runningTasks--
    const others = (running.get(client) ?? 1) - 1
    if (others > 0) running.set(client, others)
    else running.delete(client)
    startNext()
  }

  /** @returns the client whose task is begun */
  const wait = (owner: TaskOwner, first: string) =>
    new Promise<string>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        place?.release()
        waiting.delete(task)
      }
      const task: WaitingTask = {
        get clients() {
          return owner.clients
        },
        get isAbandoned() {
          return owner.isAbandoned
        },
        start: (client) => {
          leave()
          resolve(client)
        },
        reject: (error) => {
          leave()
          reject(error)
        },
      }
      const revoke = () => task.reject(createError())
      const { mayBeRejected = true } = owner
      const place = mayBeRejected ? places.take({ client: first, amount: 1, revoke }) : undefined
      const timer = mayBeRejected && timeoutMs !== undefined ? setTimeout(revoke, timeoutMs).unref() : undefined
      if (mayBeRejected && !place) return revoke()
      waiting.add(task)
    })

  /** The waiting tasks of each client, in the order of their turns. */
  const listTurns = () => {
    const tasks = new Map<string, WaitingTask[]>([...turns].map((client) => [client, []]))
    for (const task of waiting) {
      if (task.isAbandoned) task.reject(new ClientDisconnected())
      else for (const client of task.clients) addTo(tasks, client, task)
    }
    return tasks
  }

  const startNext = () => {
    if (waiting.size === 0 || runningTasks >= concurrency) return
    const started = new Set<WaitingTask>()
    const served: string[] = []
    const tasksByTurn = listTurns()
    turns.clear()
    for (const [client, tasks] of tasksByTurn) {
      const task = mayRun(client) ? tasks.find((one) => !started.has(one)) : undefined
      if (task) {
        started.add(task)
        begin(client)
        task.start(client)
      }
      if (task && tasks.length > 1) served.push(client)
      else if (!task && tasks.length > 0) turns.add(client)
    }
    for (const client of served) turns.add(client)
  }

  return {
    /** @throws what `createError` returns; ClientDisconnected when nobody waits for the task any more */
    async run<T>(owner: string | TaskOwner, task: () => Promise<T>): Promise<T> {
      const ofTask = typeof owner === 'string' ? { clients: [owner], isAbandoned: false } : owner
      const [first = ''] = ofTask.clients
      let client = first
      // Those that wait have as many running as they may.
      if (mayRun(first)) begin(first)
      else client = await wait(ofTask, first)
      try {
        return await task()
      } finally {
        end(client)
      }
    },
  }
}

const addTo = <Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value) => {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
