import { readFileSync } from 'node:fs'
import { RawConnection } from './rawConnection.ts'
import type { ServerUnderTest } from './serverUnderTest.ts'

/** How many connections are opened at once: fewer than the operating system queues for the server. */
const connectBatchSize = 250
/** Open files that are reserved, in this process and in the server, for anything but the connections of a test. */
const reservedOwnFiles = 300
const reservedServerFiles = 100
/** How many open files of the server may be unrelated to the connections of a test, such as database connections. */
export const openFileTolerance = 10

/** Opens connections in batches, because the operating system's queue of connections to be accepted is limited. */
export const openConnections = async (server: ServerUnderTest, count: number): Promise<RawConnection[]> => {
  const connections: RawConnection[] = []
  while (connections.length < count) {
    const batchSize = Math.min(connectBatchSize, count - connections.length)
    const batch = Array.from({ length: batchSize }, () => RawConnection.open(server.port))
    connections.push(...(await Promise.all(batch)))
    // During this round trip the server accepts connections from the queue.
    await server.assertResponsive()
  }
  return connections
}

/** Closes the connections at once, whether or not requests are in flight. */
export const closeAll = (connections: RawConnection[]) => {
  for (const connection of connections) connection[Symbol.dispose]()
}

/** @throws an Error with this sentence when the condition does not hold */
export const assert = (condition: boolean, failure: string) => {
  if (!condition) throw new Error(failure)
}

/** Waits until the server has closed its side of the connections. @throws when some stay open */
export const assertFilesReleased = async (server: ServerUnderTest, openFilesBefore: number) => {
  const released = await server.waitUntil(() => server.openFileCount() <= openFilesBefore + openFileTolerance)
  assert(released, `${server.openFileCount()} files are open, and ${openFilesBefore} were open before`)
}

/** How many connections to the server the operating system allows, on both sides. */
export const maxConnections = (server: ServerUnderTest): number => {
  const maxOwnFiles = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  return Math.min(maxOwnFiles - reservedOwnFiles, server.maxOpenFiles - server.openFileCount() - reservedServerFiles)
}
