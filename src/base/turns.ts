import { ClientDisconnected } from './errors.ts'
import { createOwnerQueues, type OwnerQueue } from './ownerQueues.ts'
import type { TaskOwner } from './taskOwner.ts'
import { compareTurns, type OwnerUse, type Usage } from './usage.ts'

/** A task that waits. */
export interface WaitingTask extends TaskOwner {
  reject(error: unknown): void
}

/** Whether a task of an owner may begin. */
type MayBegin = (use: OwnerUse) => boolean

/** Tasks that wait for their turn. The tasks of one owner keep their order. */
export class Turns<Task extends WaitingTask> {
  private readonly owned = createOwnerQueues<Task>()
  /** Those that several owners may share, with the use of the first one. */
  private readonly shared = new Map<Task, OwnerUse>()
  private count = 0

  constructor(private readonly usage: Usage) {}

  get size() {
    return this.count
  }

  /** The tasks that belong to one owner. */
  queues() {
    return this.owned.values()
  }

  /** Adds a task. @param use - of its first owner */
  add(task: Task, use: OwnerUse, isShared: boolean): void {
    this.count++
    this.usage.wait(use)
    if (isShared) this.shared.set(task, use)
    else this.owned.add(task, use)
  }

  /** Removes a task, if it still waits. */
  remove(task: Task, use: OwnerUse): void {
    if (!this.shared.delete(task) && !this.owned.remove(task, use)) return
    this.count--
    this.usage.leave(use)
  }

  /** Removes tasks that a function chooses, but for those that several owners may share. */
  removeWhere(isChosen: (task: Task) => boolean): Task[] {
    const waiting = [...this.queues()].flatMap(({ use, parts }) => parts.map((task) => ({ task, use })))
    const chosen = waiting.filter(({ task }) => isChosen(task))
    for (const { task, use } of chosen) this.remove(task, use)
    return chosen.map(({ task }) => task)
  }

  /**
   * Removes the task whose turn it is. Its owner holds one more from now on. Tasks for which nobody waits any more are rejected.
   * @returns the task, and as whose it is done
   */
  takeNext(mayBegin: MayBegin = () => true): { task: Task; use: OwnerUse } | undefined {
    for (let next = this.takeOne(mayBegin); next; next = this.takeOne(mayBegin)) {
      if (!next.task.isAbandoned) return next
      this.usage.release(next.use, 1)
      next.task.reject(new ClientDisconnected())
    }
    return undefined
  }

  /** A task of one owner, as nearly all are, is taken here: one more call takes a tenth of the time of a write that does nothing. */
  private takeOne(mayBegin: MayBegin) {
    const queue = this.findQueue(mayBegin)
    const shared = this.shared.size > 0 ? this.findShared(mayBegin) : undefined
    if (shared && (!queue || compareTurns(shared.use, queue.use) <= 0)) return this.takeShared(shared)
    if (!queue) return undefined
    const { use } = queue
    this.usage.hold(use, 1)
    this.count--
    this.usage.leave(use)
    const task = this.owned.removeFirst(queue)
    return task && { task, use }
  }

  private findQueue(mayBegin: MayBegin) {
    let next: OwnerQueue<Task> | undefined
    for (const queue of this.queues()) {
      if ((!next || compareTurns(queue.use, next.use) < 0) && mayBegin(queue.use)) next = queue
    }
    return next
  }

  private findShared(mayBegin: MayBegin) {
    let next: { task: Task; use: OwnerUse; waitsAs: OwnerUse } | undefined
    for (const [task, waitsAs] of this.shared) {
      // It has no owner any more, and so would never have its turn.
      if (task.isAbandoned) {
        this.remove(task, waitsAs)
        task.reject(new ClientDisconnected())
        continue
      }
      for (const use of task.owners.map(this.usage.peek)) {
        if ((!next || compareTurns(use, next.use) < 0) && mayBegin(use)) next = { task, use, waitsAs }
      }
    }
    return next
  }

  private takeShared({ task, use: { owner }, waitsAs }: { task: Task; use: OwnerUse; waitsAs: OwnerUse }) {
    const use = this.usage.of(owner)
    this.usage.hold(use, 1)
    this.remove(task, waitsAs)
    return { task, use }
  }
}
