import { ClientDisconnected } from './errors.ts'
import { type Owner, processOwner, type TaskOwner } from './owner.ts'
import { createOwnerQueues } from './ownerQueues.ts'
import { createTurns, type WaitingTask } from './turns.ts'
import { createUsage, findLargest, type OwnerUse } from './usage.ts'

export interface SchedulerOptions {
  /** What all owners together have at the same time: tasks that run, bytes of memory. */
  capacity: number
  /** The same for one account; no limit of its own by default. */
  perAccount?: number
  /** The same for the account of an admin; that of any account by default. */
  perAdmin?: number
  /** How many tasks may wait; none by default. */
  maxWaiting?: number
  /** How long a task waits, in milliseconds; without a limit by default. */
  timeoutMs?: number
}

/** A part of what is limited, in use by one owner. */
export interface Holding {
  /** Gives it back. Further calls do nothing. */
  release(): void
}

interface HoldingRequest {
  owner: Owner
  amount: number
  /** Called when the holding is taken away for that of another owner. */
  revoke: () => void
  /** Whether it is held in any case, also beyond the capacity. */
  isRequired?: boolean
}

interface RevocableHolding extends Holding {
  revoke: () => void
}

interface QueuedTask extends WaitingTask {
  /** Whose waiting place it has. */
  use: OwnerUse
  start(use: OwnerUse): void
}

/**
 * Divides what is limited between its owners. Next is who has least: first the sites are compared, then the accounts of a site. Among equals an
 * admin is next, and then who was served longest ago. A site, which may be a school, has no maximum of its own, an account may have one.
 *
 * When all is in use, tasks wait (`run`), or the one that has most loses its newest part to one that has less (`take`). So it does not help to
 * make many accounts.
 * @param createError - makes the error of a task that can't wait: too many do, another owner's task has taken its place, or it has waited for too long
 */
export const createScheduler = (
  options: SchedulerOptions,
  createError: () => Error = () => new Error('It is full.'),
) => {
  const { capacity, perAccount = capacity, perAdmin = perAccount, maxWaiting = 0, timeoutMs } = options
  const usage = createUsage()
  const turns = createTurns<QueuedTask>(usage)
  const revocable = createOwnerQueues<RevocableHolding>()
  /** Those that may be rejected, in the order in which they came. */
  const rejectable = new Set<QueuedTask>()

  const isWithinCap = ({ owner, account }: OwnerUse, amount: number) =>
    account.held + amount <= (owner.isAdmin ? perAdmin : perAccount)

  const hasRoom = (amount: number) => usage.held + amount <= capacity

  const mayBegin = (use: OwnerUse) => isWithinCap(use, 1)

  const startNext = () => {
    while (turns.size > 0 && hasRoom(1)) {
      const next = turns.takeNext(mayBegin)
      if (!next) return
      next.task.start(next.use)
    }
  }

  /** Takes a waiting place from the one who has most of them. */
  const revokePlace = (use: OwnerUse): boolean => {
    const abandoned = rejectable.values().find(({ isAbandoned }) => isAbandoned)
    abandoned?.reject(new ClientDisconnected())
    if (abandoned) return true
    // For an admin, any other account of its site: but a site keeps one.
    const mustYield = ({ owner }: OwnerUse) =>
      use.owner.isAdmin && !owner.isAdmin && owner.site === use.owner.site && use.site.waiting > 1
    const victim = findLargest(turns.queues(), use, 1, 'waiting', mustYield)?.parts.findLast((task) =>
      rejectable.has(task),
    )
    victim?.reject(createError())
    return victim !== undefined
  }

  /** @returns as whose the task is done */
  const wait = (owner: TaskOwner, first: Owner) =>
    new Promise<OwnerUse>((resolve, reject) => {
      const { mayBeRejected = true } = owner
      if (mayBeRejected && rejectable.size >= maxWaiting && !revokePlace(usage.peek(first)))
        return reject(createError())
      const use = usage.of(first)
      const leave = () => {
        clearTimeout(timer)
        rejectable.delete(task)
      }
      const task: QueuedTask = {
        use,
        get owners() {
          return owner.owners
        },
        get isAbandoned() {
          return owner.isAbandoned
        },
        start: (by) => {
          leave()
          resolve(by)
        },
        reject: (error) => {
          leave()
          turns.remove(task, use)
          reject(error)
        },
      }
      const timer =
        mayBeRejected && timeoutMs !== undefined
          ? setTimeout(() => task.reject(createError()), timeoutMs).unref()
          : undefined
      if (mayBeRejected) rejectable.add(task)
      turns.add(task, use, owner.onJoin !== undefined)
      // The one who joins may have less than the others.
      owner.onJoin?.(startNext)
    })

  /** @returns as whose the task is done */
  const begin = async (owner: TaskOwner): Promise<OwnerUse> => {
    const [first = processOwner] = owner.owners
    // If there is room, those that wait have as much as they may.
    if (!hasRoom(1) || !mayBegin(usage.peek(first))) return wait(owner, first)
    const use = usage.of(first)
    usage.hold(use, 1)
    return use
  }

  const makeRoom = (use: OwnerUse, amount: number): boolean => {
    const { isAdmin } = use.owner
    // What an admin has is not taken away for others, and what others have in any case for an admin.
    const mayLose = ({ use: { owner } }: { use: OwnerUse }) => isAdmin || !owner.isAdmin
    const mustYield = ({ owner }: OwnerUse) => isAdmin && !owner.isAdmin
    while (!hasRoom(amount)) {
      const victim = findLargest(revocable.values().filter(mayLose), use, amount, 'held', mustYield)
      const newest = victim?.parts.at(-1)
      if (!newest) return false
      newest.release()
      newest.revoke()
    }
    return true
  }

  const hold = (use: OwnerUse, amount: number, onRelease = () => {}): Holding => {
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      onRelease()
      usage.release(use, amount)
      startNext()
    }
    return { release }
  }

  /** Takes a place when it is the turn of the task. @throws what `createError` returns; ClientDisconnected when nobody waits for it any more */
  const acquire = async (owner: TaskOwner): Promise<Holding> => hold(await begin(owner), 1)

  return {
    acquire,
    /** Runs a task while it has a place. @throws as `acquire` does */
    async run<T>(owner: TaskOwner, task: () => Promise<T>): Promise<T> {
      const place = await acquire(owner)
      try {
        return await task()
      } finally {
        place.release()
      }
    },
    /** Takes a part at once. @returns undefined if the account has its maximum, or if all is in use and nothing gives way */
    take({ owner, amount, revoke, isRequired = false }: HoldingRequest): Holding | undefined {
      if (!isRequired && !isWithinCap(usage.peek(owner), amount)) return undefined
      if (!makeRoom(usage.peek(owner), amount) && !isRequired) return undefined
      const use = usage.of(owner)
      usage.hold(use, amount)
      const holding = { ...hold(use, amount, () => revocable.remove(holding, use)), revoke }
      revocable.add(holding, use)
      return holding
    },
    /** Whether an account may have a further amount, if there is room for it. */
    isWithinCap: (owner: Owner, amount: number): boolean => isWithinCap(usage.peek(owner), amount),
    /** Whether an account holds anything. */
    isInUse: (owner: Owner): boolean => usage.peek(owner).account.held > 0,
    /** Whether there is room for a further amount. */
    hasRoom,
    /** What all owners hold together. */
    get held() {
      return usage.held
    },
  }
}
