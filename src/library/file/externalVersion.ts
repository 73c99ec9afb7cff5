import type { Database as Sqlite } from 'bun:sqlite'
import type { ExternalVersion } from '../database.ts'

/** @param client - the connection that writes: its own commits do not change the number */
export const createExternalVersion = (client: Sqlite): ExternalVersion => {
  const select = client.prepare<{ data_version: number }, []>('PRAGMA data_version')
  let current: number | undefined
  const read = (): number => {
    try {
      return select.get()?.data_version ?? Number.NaN
    } catch {
      // Another program holds an exclusive lock, and so may change the file. NaN equals no version, not even itself.
      return Number.NaN
    }
  }
  return {
    read,
    readOncePerTurn: () => {
      if (current === undefined) {
        current = read()
        setImmediate(() => {
          current = undefined
        })
      }
      return current
    },
  }
}
