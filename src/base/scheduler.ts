import { ClientDisconnected } from './errors.ts'
import { createOwnerQueues } from './ownerQueues.ts'
import { type Owner, processOwner, type TaskOwner } from './taskOwner.ts'
import { Turns, type WaitingTask } from './turns.ts'
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
  start(use: OwnerUse): void
}

/**
 * Divides what is limited between its owners. Next is who has least: first the sites are compared, then the accounts of a site. Among equals an
 * admin is next, and then who was served longest ago. A site, which may be a school, has no maximum of its own, an account may have one.
 *
 * When all is in use, tasks wait (`run`), or the one that has most loses its newest part to one that has less (`take`). So it does not help to
 * make many accounts.
 */
class Scheduler {
  private readonly usage = createUsage()
  private readonly turns = new Turns<QueuedTask>(this.usage)
  private readonly revocable = createOwnerQueues<RevocableHolding>()
  /** Those that may be rejected, in the order in which they came. */
  private readonly rejectable = new Set<QueuedTask>()

  constructor(
    private readonly limits: Required<Omit<SchedulerOptions, 'timeoutMs'>>,
    private readonly timeoutMs: number | undefined,
    private readonly createError: () => Error,
  ) {}

  /** What all owners hold together. */
  get held() {
    return this.usage.held
  }

  /** Whether there is room for a further amount. */
  hasRoom(amount: number): boolean {
    return this.usage.held + amount <= this.limits.capacity
  }

  /** Whether an account may have a further amount, if there is room for it. */
  isWithinCap(owner: Owner, amount: number): boolean {
    return this.mayHold(this.usage.peek(owner), amount)
  }

  /** Whether an account holds anything. */
  isInUse(owner: Owner): boolean {
    return this.usage.peek(owner).account.held > 0
  }

  /** Runs a task while it has a place. @throws as `acquire` does */
  async run<T>(owner: TaskOwner, task: () => Promise<T>): Promise<T> {
    const place = await this.acquire(owner)
    try {
      return await task()
    } finally {
      place.release()
    }
  }

  /** Takes a place when it is the turn of the task. @throws what `createError` returns; ClientDisconnected when nobody waits for it any more */
  async acquire(owner: TaskOwner): Promise<Holding> {
    return this.createHolding(await this.begin(owner), 1)
  }

  /** Takes a part at once. @returns undefined if the account has its maximum, or if all is in use and nothing gives way */
  take({ owner, amount, revoke, isRequired = false }: HoldingRequest): Holding | undefined {
    if (!isRequired && !this.isWithinCap(owner, amount)) return undefined
    if (!this.makeRoom(this.usage.peek(owner), amount) && !isRequired) return undefined
    const use = this.usage.of(owner)
    this.usage.hold(use, amount)
    const { release } = this.createHolding(use, amount, () => this.revocable.remove(holding, use))
    const holding: RevocableHolding = { release, revoke }
    this.revocable.add(holding, use)
    return holding
  }

  private mayHold({ owner, account }: OwnerUse, amount: number) {
    const { perAccount, perAdmin } = this.limits
    return account.held + amount <= (owner.isAdmin ? perAdmin : perAccount)
  }

  private readonly mayBegin = (use: OwnerUse) => this.mayHold(use, 1)

  /** @returns as whose the task is done */
  private async begin(owner: TaskOwner): Promise<OwnerUse> {
    const [first = processOwner] = owner.owners
    // If there is room, those that wait have as much as they may.
    if (!this.hasRoom(1) || !this.isWithinCap(first, 1)) return this.wait(owner, first)
    const use = this.usage.of(first)
    this.usage.hold(use, 1)
    return use
  }

  /** @returns as whose the task is done */
  private wait(owner: TaskOwner, first: Owner): Promise<OwnerUse> {
    const { mayBeRejected = true } = owner
    const isFull = mayBeRejected && this.rejectable.size >= this.limits.maxWaiting
    if (isFull && !this.revokePlace(this.usage.peek(first))) return Promise.reject(this.createError())
    const { promise, resolve, reject } = Promise.withResolvers<OwnerUse>()
    const use = this.usage.of(first)
    let timer: Timer | undefined
    const leave = () => {
      clearTimeout(timer)
      this.rejectable.delete(task)
    }
    const task: QueuedTask = {
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
        this.turns.remove(task, use)
        reject(error)
      },
    }
    if (mayBeRejected) this.rejectable.add(task)
    if (mayBeRejected && this.timeoutMs !== undefined)
      timer = setTimeout(() => task.reject(this.createError()), this.timeoutMs).unref()
    this.turns.add(task, use, owner.onJoin !== undefined)
    // The one who joins may have less than the others.
    owner.onJoin?.(() => this.startNext())
    return promise
  }

  private startNext() {
    while (this.turns.size > 0 && this.hasRoom(1)) {
      const next = this.turns.takeNext(this.mayBegin)
      if (!next) return
      next.task.start(next.use)
    }
  }

  /** Takes a waiting place from the one who has most of them. */
  private revokePlace(use: OwnerUse): boolean {
    const abandoned = this.rejectable.values().find(({ isAbandoned }) => isAbandoned)
    abandoned?.reject(new ClientDisconnected())
    if (abandoned) return true
    // For an admin, any other account of its site: but a site keeps one.
    const mustYield = ({ owner }: OwnerUse) =>
      use.owner.isAdmin && !owner.isAdmin && owner.site === use.owner.site && use.site.waiting > 1
    const largest = findLargest(this.turns.queues(), use, 1, 'waiting', mustYield)
    const victim = largest?.parts.findLast((task) => this.rejectable.has(task))
    victim?.reject(this.createError())
    return victim !== undefined
  }

  /** Takes parts from those who have most of them. @returns whether there is room now */
  private makeRoom(use: OwnerUse, amount: number): boolean {
    const { isAdmin } = use.owner
    // What an admin has is not taken away for others, and what others have in any case for an admin.
    const mayLose = ({ use: { owner } }: { use: OwnerUse }) => isAdmin || !owner.isAdmin
    const mustYield = ({ owner }: OwnerUse) => isAdmin && !owner.isAdmin
    while (!this.hasRoom(amount)) {
      const victim = findLargest(this.revocable.values().filter(mayLose), use, amount, 'held', mustYield)
      const newest = victim?.parts.at(-1)
      if (!newest) return false
      newest.release()
      newest.revoke()
    }
    return true
  }

  private createHolding(use: OwnerUse, amount: number, onRelease = () => {}): Holding {
    let isHeld = true
    const release = () => {
      if (!isHeld) return
      isHeld = false
      onRelease()
      this.usage.release(use, amount)
      this.startNext()
    }
    return { release }
  }
}

/** @param createError - makes the error of a task that can't wait: too many do, another owner's task has taken its place, or it has waited for too long */
export const createScheduler = (
  { capacity, perAccount = capacity, perAdmin = perAccount, maxWaiting = 0, timeoutMs }: SchedulerOptions,
  createError: () => Error = () => new Error('It is full.'),
): Scheduler => new Scheduler({ capacity, perAccount, perAdmin, maxWaiting }, timeoutMs, createError)
