import { ClientDisconnected } from './errors.ts'
import type { TaskOwner } from './owner.ts'
import { compareTurns, keyOf, type OwnerUse, type Usage } from './usage.ts'

/** A task that waits. */
export interface WaitingTask extends TaskOwner {
  reject(error: unknown): void
}

/** The tasks of one owner, in the order in which they came. */
interface OwnerQueue<Task> {
  use: OwnerUse
  tasks: Task[]
}

/** Tasks that wait for their turn. The tasks of one owner keep their order. */
export const createTurns = <Task extends WaitingTask>(usage: Usage) => {
  /** By owner. */
  const queues = new Map<string, OwnerQueue<Task>>()
  /** Those that several owners may share. */
  const shared = new Map<Task, OwnerUse>()
  let size = 0

  const remove = (task: Task, use: OwnerUse) => {
    if (!shared.delete(task)) {
      const key = keyOf(use.owner)
      const tasks = queues.get(key)?.tasks ?? []
      const index = tasks.indexOf(task)
      if (index < 0) return
      tasks.splice(index, 1)
      if (tasks.length === 0) queues.delete(key)
    }
    size--
    usage.leave(use)
  }

  const findNext = (mayBegin: (use: OwnerUse) => boolean) => {
    let next: { task: Task; use: OwnerUse; waitsAs: OwnerUse } | undefined
    const offer = (task: Task | undefined, use: OwnerUse, waitsAs: OwnerUse) => {
      if (task && mayBegin(use) && (!next || compareTurns(use, next.use) < 0)) next = { task, use, waitsAs }
    }
    for (const [task, waitsAs] of shared) for (const owner of task.owners) offer(task, usage.peek(owner), waitsAs)
    for (const { use, tasks } of queues.values()) offer(tasks[0], use, use)
    return next
  }

  return {
    /** Adds a task. @param use - of its first owner */
    add: (task: Task, use: OwnerUse, isShared: boolean): void => {
      size++
      usage.wait(use)
      if (isShared) {
        shared.set(task, use)
        return
      }
      const key = keyOf(use.owner)
      const queue = queues.get(key)
      if (queue) queue.tasks.push(task)
      else queues.set(key, { use, tasks: [task] })
    },
    /** Removes a task, if it still waits. */
    remove,
    /**
     * Removes the task whose turn it is. Its owner holds one more from now on. Tasks for which nobody waits any more are rejected.
     * @returns the task, and as whose it is done
     */
    takeNext: (mayBegin: (use: OwnerUse) => boolean = () => true): { task: Task; use: OwnerUse } | undefined => {
      for (;;) {
        const next = findNext(mayBegin)
        if (!next) return undefined
        const { task, waitsAs } = next
        if (task.isAbandoned) {
          remove(task, waitsAs)
          task.reject(new ClientDisconnected())
          continue
        }
        const use = usage.of(next.use.owner)
        usage.hold(use, 1)
        remove(task, waitsAs)
        return { task, use }
      }
    },
    /** The tasks that belong to one owner. */
    queues: () => queues.values(),
    /** Removes the tasks that a function chooses. */
    removeWhere: (isChosen: (task: Task) => boolean): Task[] => {
      const queued = queues.values().flatMap(({ use, tasks }) => tasks.map((task) => [task, use] as const))
      const chosen = [...shared, ...queued].filter(([task]) => isChosen(task))
      for (const [task, use] of chosen) remove(task, use)
      return chosen.map(([task]) => task)
    },
    get size() {
      return size
    },
  }
}
