import { ClientDisconnected } from './errors.ts'
import type { TaskOwner } from './owner.ts'
import { createOwnerQueues } from './ownerQueues.ts'
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

  /** Finds the task whose turn it is. */
  const findNext = (mayBegin: MayBegin | undefined) => {
    let next: { task: Task | undefined; use: OwnerUse; waitsAs: OwnerUse } | undefined
    const isNext = (use: OwnerUse) =>
      (!next || compareTurns(use, next.use) < 0) && (mayBegin === undefined || mayBegin(use))
    for (const [task, waitsAs] of shared) {
      for (const use of task.owners.map(usage.peek)) if (isNext(use)) next = { task, use, waitsAs }
    }
    for (const { use, parts } of queues.values()) if (isNext(use)) next = { task: parts[0], use, waitsAs: use }
    return next
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
    takeNext: (mayBegin?: MayBegin): { task: Task; use: OwnerUse } | undefined => {
      for (let next = findNext(mayBegin); next?.task; next = findNext(mayBegin)) {
        const { task, waitsAs } = next
        if (task.isAbandoned) {
          remove(task, waitsAs)
          task.reject(new ClientDisconnected())
          continue
        }
        const use = next.use === waitsAs ? waitsAs : usage.of(next.use.owner)
        usage.hold(use, 1)
        remove(task, waitsAs)
        return { task, use }
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
