import { ClientDisconnected } from './errors.ts'
import type { TaskOwner } from './owner.ts'
import { createOwnerQueues, type OwnerQueue } from './ownerQueues.ts'
import { compareTurns, type OwnerUse, type Usage } from './usage.ts'

/** A task that waits. */
export interface WaitingTask extends TaskOwner {
  reject(error: unknown): void
}

/** Whether a task of an owner may begin. */
type MayBegin = (use: OwnerUse) => boolean

/** Tasks that wait for their turn. The tasks of one owner keep their order. */
export const createTurns = <Task extends WaitingTask>(usage: Usage) => {
  const queues = createOwnerQueues<Task>()
  /** Those that several owners may share, with the use of the first one. */
  const shared = new Map<Task, OwnerUse>()
  let size = 0

  const remove = (task: Task, use: OwnerUse): void => {
    if (!shared.delete(task) && !queues.remove(task, use)) return
    size--
    usage.leave(use)
  }

  const findQueue = (mayBegin: MayBegin) => {
    let next: OwnerQueue<Task> | undefined
    for (const queue of queues.values()) {
      if ((!next || compareTurns(queue.use, next.use) < 0) && mayBegin(queue.use)) next = queue
    }
    return next
  }

  const findShared = (mayBegin: MayBegin) => {
    let next: { task: Task; use: OwnerUse } | undefined
    for (const [task, waitsAs] of shared) {
      // It has no owner any more, and so would never have its turn.
      if (task.isAbandoned) {
        remove(task, waitsAs)
        task.reject(new ClientDisconnected())
        continue
      }
      for (const use of task.owners.map(usage.peek)) {
        if ((!next || compareTurns(use, next.use) < 0) && mayBegin(use)) next = { task, use }
      }
    }
    return next
  }

  /** Removes the task whose turn it is. Its owner holds one more from now on. */
  const takeOne = (mayBegin: MayBegin): { task: Task; use: OwnerUse } | undefined => {
    const queue = findQueue(mayBegin)
    const one = shared.size > 0 ? findShared(mayBegin) : undefined
    if (one && (!queue || compareTurns(one.use, queue.use) <= 0)) {
      const [{ task }, use, waitsAs] = [one, usage.of(one.use.owner), shared.get(one.task)]
      usage.hold(use, 1)
      if (waitsAs) remove(task, waitsAs)
      return { task, use }
    }
    if (!queue) return undefined
    const { use } = queue
    usage.hold(use, 1)
    size--
    usage.leave(use)
    const task = queues.removeFirst(queue)
    return task && { task, use }
  }

  return {
    /** Adds a task. @param use - of its first owner */
    add: (task: Task, use: OwnerUse, isShared: boolean): void => {
      size++
      usage.wait(use)
      if (isShared) shared.set(task, use)
      else queues.add(task, use)
    },
    /** Removes a task, if it still waits. */
    remove,
    /**
     * Removes the task whose turn it is. Its owner holds one more from now on. Tasks for which nobody waits any more are rejected.
     * @returns the task, and as whose it is done
     */
    takeNext: (mayBegin: MayBegin = () => true): { task: Task; use: OwnerUse } | undefined => {
      for (let next = takeOne(mayBegin); next; next = takeOne(mayBegin)) {
        if (!next.task.isAbandoned) return next
        usage.release(next.use, 1)
        next.task.reject(new ClientDisconnected())
      }
      return undefined
    },
    /** The tasks that belong to one owner. */
    queues: queues.values,
    /** Removes tasks that a function chooses, but for those that several owners may share. */
    removeWhere: (isChosen: (task: Task) => boolean): Task[] => {
      const waiting = [...queues.values()].flatMap(({ use, parts }) => parts.map((task) => ({ task, use })))
      const chosen = waiting.filter(({ task }) => isChosen(task))
      for (const { task, use } of chosen) remove(task, use)
      return chosen.map(({ task }) => task)
    },
    get size() {
      return size
    },
  }
}
