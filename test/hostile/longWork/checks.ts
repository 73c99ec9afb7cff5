import { maxMs } from '../../support/bounds.ts'
import { buildJsonRequest } from '../httpRequest.ts'
import { RawConnection } from '../rawConnection.ts'
import type { LibrarySize } from './largeLibrary.ts'
import { type MonitoredServer, startMonitoredServer } from './monitoredServer.ts'
import type { LongRequest } from './requests.ts'

// What long work must not do to others. Each check returns failures as sentences. Times are CPU times, where that is possible: they do not
// grow while the machine is busy.

/** The longest turn of the event loop, in milliseconds of CPU time. */
const maxTurnMs = 50

/** How much CPU time work takes after its client has gone, in milliseconds. */
const maxAbandonedMs = 100

/** How long a search of another account may take meanwhile, in milliseconds. */
const maxDelayMs = maxMs(1_000)

/** Closes the connections at once, whether or not requests are in flight. */
const closeAll = (connections: RawConnection[]) => {
  for (const connection of connections) connection[Symbol.dispose]()
}

const nameOf = ({ method, path, body }: LongRequest) =>
  `${method} ${path.slice(0, 100)}${body ? ` ${JSON.stringify(body).slice(-60)}` : ''}`

const send = ({ port, adminToken }: MonitoredServer, { method, path, body }: LongRequest) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Sends requests one after another, and looks for turns of the event loop that are too long. */
const findLongTurns = async (server: MonitoredServer, requests: readonly LongRequest[]): Promise<string[]> => {
  const failures: string[] = []
  for (const request of requests) {
    // The first request to a route compiles its code.
    await (await send(server, request)).arrayBuffer()
    await server.startMeasuring()
    const response = await send(server, request)
    await response.arrayBuffer()
    const { longestTurnMs } = await server.measure()
    if (longestTurnMs > maxTurnMs) failures.push(`${nameOf(request)}: a turn of ${longestTurnMs.toFixed(0)} ms`)
    if (response.status >= 500) failures.push(`${nameOf(request)}: a ${response.status}`)
  }
  return failures
}

/** Opens streams that begin with the oldest change, of an account that sees none of them, and looks for turns that are too long. */
const findLongStreams = async (server: MonitoredServer, count: number): Promise<string[]> => {
  await server.startMeasuring()
  const connections: RawConnection[] = []
  for (let opened = 0; opened < count; opened++) {
    const connection = await RawConnection.open(server.port)
    connection.send(buildJsonRequest('GET', `/changes/stream?since=0.0.`, server.userToken))
    connections.push(connection)
  }
  await server.user.get('/me')
  await server.waitUntilIdle()
  const { longestTurnMs } = await server.measure()
  closeAll(connections)
  return longestTurnMs > maxTurnMs
    ? [`${count} streams since the oldest change: a turn of ${longestTurnMs.toFixed(0)} ms`]
    : []
}

/** Sends requests whose clients go at once, and measures the work that goes on. */
const findAbandonedWork = async (server: MonitoredServer, requests: readonly LongRequest[]): Promise<string[]> => {
  const failures: string[] = []
  for (const { method, path, body } of requests) {
    await server.waitUntilIdle()
    const connection = await RawConnection.open(server.port)
    connection.send(buildJsonRequest(method, path, server.adminToken, body && JSON.stringify(body)))
    // The server answers later requests while it works: it has begun.
    await server.user.get('/me')
    connection[Symbol.dispose]()
    const before = await server.measure()
    const after = await server.waitUntilIdle()
    const cpuMs = after.cpuMs - before.cpuMs
    if (cpuMs > maxAbandonedMs)
      failures.push(`${nameOf({ method, path, body: body ?? {} })}: ${cpuMs.toFixed(0)} ms for nobody`)
  }
  return failures
}

/** Sends many requests of one account that are cut at once, and measures the search of another one. */
const findDelayedSearches = async (
  server: MonitoredServer,
  paths: readonly string[],
  count: number,
): Promise<string[]> => {
  const failures: string[] = []
  const search = '/../search?q=jazz'
  await server.admin.get(search)
  for (const path of paths) {
    const connections = await Promise.all(Array.from({ length: count }, () => RawConnection.open(server.port)))
    for (const connection of connections) connection.send(buildJsonRequest('GET', path, server.userToken))
    await server.user.get('/me')
    closeAll(connections)
    const start = performance.now()
    const { status } = await server.admin.get(search)
    const delayMs = performance.now() - start
    if (status !== 200 || delayMs > maxDelayMs)
      failures.push(`${count} × ${path}: a search was a ${status} after ${delayMs.toFixed(0)} ms`)
    await server.waitUntilIdle()
  }
  return failures
}

/** Requests lists without reading the responses. */
const openUnread = async ({ port, userToken }: MonitoredServer, paths: readonly string[]) => {
  const connections: RawConnection[] = []
  for (const path of paths) {
    const connection = await RawConnection.open(port)
    connection.stopReading()
    connection.send(buildJsonRequest('GET', path, userToken))
    connections.push(connection)
  }
  return connections
}

/** Opens many responses that nobody reads, and measures the memory that they take. @param maxBytes - for all of them together */
const findUnreadResponses = async (
  server: MonitoredServer,
  paths: readonly string[],
  count: number,
  maxBytes: number,
): Promise<string[]> => {
  const failures: string[] = []
  for (const path of paths) {
    await server.waitUntilIdle()
    const before = await server.readMemory()
    const connections = await openUnread(server, Array<string>(count).fill(path))
    await server.waitUntilIdle()
    const bytes = (await server.readMemory()) - before
    if (bytes > maxBytes) failures.push(`${count} × ${path}: ${Math.round(bytes / 1e6)} MB`)
    closeAll(connections)
  }
  return failures
}

/** How long a response stays that nobody reads, and what Bun's clock of idle connections adds, in milliseconds. */
const unreadTimeoutMs = 60_000 + 10_000

/** Opens responses that nobody reads, and looks whether their connections are closed. */
const findOpenResponses = async (server: MonitoredServer, paths: readonly string[]): Promise<string[]> => {
  const { openFiles: before } = await server.waitUntilIdle()
  const connections = await openUnread(server, paths)
  await server.waitUntilIdle()
  const deadline = performance.now() + unreadTimeoutMs
  let { openFiles } = await server.measure()
  while (openFiles > before && performance.now() < deadline) {
    await Bun.sleep(1_000)
    openFiles = (await server.measure()).openFiles
  }
  closeAll(connections)
  return openFiles > before ? [`${openFiles - before} connections are open that nobody reads from`] : []
}

/** How much of each kind the checks send. */
export interface Amounts extends LibrarySize {
  /** The lists whose requests are cut, or whose responses nobody reads. */
  lists: readonly string[]
  /** How many requests are cut at once. */
  cut: number
  /** How many responses nobody reads. */
  unread: number
  /** How much memory all of these take, in bytes. */
  maxUnreadBytes: number
  /** Whether to wait for the end of responses that nobody reads, which takes a minute. */
  waits: boolean
}

export const longAmounts: Amounts = {
  tracks: 100_000,
  entries: 300_000,
  lists: ['/console/api/csv/tracks', '/api/tracks', '/search/tracks?limit=1000'],
  cut: 500,
  unread: 2_500,
  maxUnreadBytes: 150_000_000,
  waits: true,
}

/** Checks a server with a large library. @returns failures as sentences */
export const checkLongWork = async (folder: string, amounts: Amounts, requests: readonly LongRequest[]) => {
  await using server = await startMonitoredServer(folder, amounts)
  return [
    ...(await findLongTurns(server, requests)),
    ...(await findLongStreams(server, 20)),
    ...(await findAbandonedWork(server, requests)),
    ...(await findDelayedSearches(server, [...amounts.lists, '/changes'], amounts.cut)),
    ...(await findUnreadResponses(server, amounts.lists, amounts.unread, amounts.maxUnreadBytes)),
    ...(amounts.waits ? await findOpenResponses(server, amounts.lists) : []),
  ]
}
