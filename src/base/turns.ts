import { ClientDisconnected } from './errors.ts'
import type { TaskOwner } from './owner.ts'
import { compareTurns, keyOf, type OwnerUse, type Usage } from './usage.ts'

/** A task that waits. */
export interface WaitingTask extends TaskOwner {
  reject(error: unknown): void
}

/** The tasks of one owner, in the order in which they came. */
interface OwnerQueue<Task> {
  key: string
  use: OwnerUse
  tasks: Task[]
}

/** Whether a task of an owner may begin. */
type MayBegin = (use: OwnerUse) => boolean

/** Tasks that wait for their turn. The tasks of one owner keep their order. */
export const createTurns = <Task extends WaitingTask>(usage: Usage) => {
  /** By owner. */
  const queues = new Map<string, OwnerQueue<Task>>()
  /** Those that several owners may share. */
  const shared = new Map<Task, OwnerUse>()
  let size = 0

  /** @param index - of the task in its queue */
  const removeAt = (queue: OwnerQueue<Task>, index: number) => {
    if (index === 0) queue.tasks.shift()
    else queue.tasks.splice(index, 1)
    if (queue.tasks.length === 0) queues.delete(queue.key)
    size--
    usage.leave(queue.use)
  }

  const removeShared = (task: Task, use: OwnerUse) => {
    shared.delete(task)
    size--
    usage.leave(use)
  }

  const findQueue = (mayBegin: MayBegin | undefined) => {
    let next: OwnerQueue<Task> | undefined
    for (const queue of queues.values())
      if ((!next || compareTurns(queue.use, next.use) < 0) && (!mayBegin || mayBegin(queue.use))) next = queue
    return next
  }

  const findShared = (mayBegin: MayBegin | undefined) => {
    let next: { task: Task; use: OwnerUse; waitsAs: OwnerUse } | undefined
    for (const [task, waitsAs] of shared) {
      for (const owner of task.owners) {
        const use = usage.peek(owner)
        if ((!next || compareTurns(use, next.use) < 0) && (!mayBegin || mayBegin(use))) next = { task, use, waitsAs }
      }
    }
    return next
  }

  /** Removes the task whose turn it is. @returns as whose it is done */
  const takeOne = (mayBegin: MayBegin | undefined): { task: Task; use: OwnerUse } | undefined => {
    const queue = findQueue(mayBegin)
    const one = shared.size > 0 ? findShared(mayBegin) : undefined
    if (one && (!queue || compareTurns(one.use, queue.use) <= 0)) {
      const use = usage.of(one.use.owner)
      usage.hold(use, 1)
      removeShared(one.task, one.waitsAs)
      return { task: one.task, use }
    }
    const task = queue?.tasks[0]
    if (!queue || !task) return undefined
    usage.hold(queue.use, 1)
    removeAt(queue, 0)
    return { task, use: queue.use }
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
      else queues.set(key, { key, use, tasks: [task] })
    },
    /** Removes a task, if it still waits. */
    remove: (task: Task, use: OwnerUse): void => {
      if (shared.has(task)) return removeShared(task, use)
      const queue = queues.get(keyOf(use.owner))
      const index = queue?.tasks.indexOf(task) ?? -1
      if (queue && index >= 0) removeAt(queue, index)
    },
    /**
     * Removes the task whose turn it is. Its owner holds one more from now on. Tasks for which nobody waits any more are rejected.
     * @returns the task, and as whose it is done
     */
    takeNext: (mayBegin?: MayBegin): { task: Task; use: OwnerUse } | undefined => {
      for (let next = takeOne(mayBegin); next; next = takeOne(mayBegin)) {
        if (!next.task.isAbandoned) return next
        usage.release(next.use, 1)
        next.task.reject(new ClientDisconnected())
      }
      return undefined
    },
    /** The tasks that belong to one owner. */
    queues: () => queues.values(),
    /** Removes tasks that a function chooses, but for those that several owners may share. */
    removeWhere: (isChosen: (task: Task) => boolean): Task[] => {
      const chosen: Task[] = []
      for (const queue of [...queues.values()]) {
        for (const task of queue.tasks.filter(isChosen)) {
          removeAt(queue, queue.tasks.indexOf(task))
          chosen.push(task)
        }
      }
      return chosen
    },
    get size() {
      return size
    },
  }
}
