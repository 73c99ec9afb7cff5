import type { OwnerUse } from './usage.ts'

/** What one owner has: tasks that wait, or parts that it holds, in the order in which they came. */
export interface OwnerQueue<Part> {
  readonly key: string
  readonly use: OwnerUse
  readonly parts: Part[]
}

/** Parts by owner. Owners without any are forgotten. */
export const createOwnerQueues = <Part>() => {
  const queues = new Map<string, OwnerQueue<Part>>()
  const keyOf = ({ owner }: OwnerUse) => `${owner.site} ${owner.account} ${owner.isAdmin}`
  return {
    add: (part: Part, use: OwnerUse): void => {
      const key = keyOf(use)
      const queue = queues.get(key)
      if (queue) queue.parts.push(part)
      else queues.set(key, { key, use, parts: [part] })
    },
    /** @returns whether it was there */
    remove: (part: Part, use: OwnerUse): boolean => {
      const queue = queues.get(keyOf(use))
      const index = queue?.parts.indexOf(part) ?? -1
      if (!queue || index < 0) return false
      queue.parts.splice(index, 1)
      if (queue.parts.length === 0) queues.delete(queue.key)
      return true
    },
    removeFirst: ({ key, parts }: OwnerQueue<Part>): Part | undefined => {
      if (parts.length === 1) queues.delete(key)
      return parts.shift()
    },
    values: () => queues.values(),
  }
}
