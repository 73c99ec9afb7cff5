import { Counter, Gauge, type Registry } from '@prometheus-io/client'

/** Returns functions that add metrics without labels. Their values are read at each scrape. */
export const createCollected = (registry: Registry) => {
  const registers = [registry]
  return {
    /** @param value - returns undefined for a value that can't be read, in place of which the last one stays */
    gauge: (name: string, help: string, value: () => number | undefined | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const number = await value()
          if (number !== undefined) this.set(number)
        },
      }),
    counter: (name: string, help: string, value: () => number) =>
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(value())
        },
      }),
  }
}
