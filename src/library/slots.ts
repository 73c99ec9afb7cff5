/**
 * At most `max` connections of one kind, of which one transaction at a time uses each. Further ones wait until one is given back.
 * @param create - makes a further one when all are in use
 */
export const createSlots = <Slot>(max: number, create: () => Slot) => {
  const idle: Slot[] = []
  const waiting: (() => void)[] = []
  let count = 0

  const add = () => {
    const slot = create()
    count++
    return slot
  }

  return {
    acquire: async (): Promise<Slot> => {
      for (;;) {
        const slot = idle.pop() ?? (count < max ? add() : undefined)
        if (slot) return slot
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    release: (slot: Slot): void => {
      idle.push(slot)
      waiting.shift()?.()
    },
  }
}
