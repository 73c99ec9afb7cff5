import type { OwnerUse } from './usage.ts'

/** What one owner has: tasks that wait, or parts that it holds, in the order in which they came. */
export interface OwnerQueue<Part> {
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
      else queues.set(key, { use, parts: [part] })
    },
    /** @returns whether it was there */
    remove: (part: Part, use: OwnerUse): boolean => {
      const key = keyOf(use)
      const parts = queues.get(key)?.parts ?? []
      const index = parts.indexOf(part)
      if (index < 0) return false
      if (index === 0) parts.shift()
      else parts.splice(index, 1)
      if (parts.length === 0) queues.delete(key)
      return true
    },
    values: () => queues.values(),
  }
}
