import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveBinary } from '../../support/binary.ts'
import { type Client, client } from '../../support/client.ts'
import { createLargeLibrary, type LibrarySize } from './largeLibrary.ts'

/** What the process of a server says of itself. */
interface Measured {
  /** The longest turn of the event loop since the start of the measurement, in milliseconds of CPU time. */
  longestTurnMs: number
  cpuMs: number
  memoryBytes: number
  /** How many files and sockets it has open. */
  openFiles: number
}

/** A server of the sources with a large library, and a monitor of its event loop. */
export interface MonitoredServer extends AsyncDisposable {
  port: number
  admin: Client
  user: Client
  adminToken: string
  userToken: string
  startMeasuring(): Promise<Measured>
  measure(): Promise<Measured>
  /** Collects garbage before. */
  readMemory(): Promise<number>
  /** Waits until the server does nothing, for at most a minute. */
  waitUntilIdle(): Promise<Measured>
}

const password = 'correct horse'
const root = join(import.meta.dir, '../../..')

/** The CPU time of a server that does nothing, in milliseconds between two looks. */
const maxIdleMs = 10
const lookEveryMs = 100
const maxLooks = 600

export const startMonitoredServer = async (folder: string, size: LibrarySize): Promise<MonitoredServer> => {
  const database = join(folder, 'library.db')
  await createLargeLibrary(database, size)
  const socket = join(folder, 'monitor.sock')
  const program = join(folder, 'serve')
  // `serveBinary` adds the command and its flags.
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${process.execPath}' --preload '${import.meta.dir}/turnMonitor.ts' '${root}/src/main.ts' "$@"\n`,
    { mode: 0o755 },
  )
  const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: password, TURN_MONITOR: socket }
  const serving = await serveBinary(['--database', database], {
    cwd: folder,
    env,
    program,
    timeoutMs: 600_000,
  })
  const anonymous = client(serving.url)
  const { token: adminToken } = (await anonymous.post('/login', { email: 'admin@example.com', password })).body
  const account = { name: 'User', email: 'user@example.com', password, password_confirmation: password }
  const { token: userToken } = (await anonymous.post('/register', account)).body
  const ask = async (path: string): Promise<Measured> =>
    (await fetch(`http://monitor/${path}`, { unix: socket })).json() as Promise<Measured> // as turnMonitor.ts responds
  return {
    port: Number(new URL(serving.url).port),
    admin: client(serving.url, adminToken),
    user: client(serving.url, userToken),
    adminToken,
    userToken,
    startMeasuring: () => ask('start'),
    measure: () => ask('stop'),
    readMemory: async () => (await ask('memory')).memoryBytes,
    waitUntilIdle: async () => {
      let last = await ask('stop')
      for (let look = 0; look < maxLooks; look++) {
        await Bun.sleep(lookEveryMs)
        const now = await ask('stop')
        if (now.cpuMs - last.cpuMs < maxIdleMs) return now
        last = now
      }
      throw new Error('The server works for a minute, although nobody waits for it.')
    },
    [Symbol.asyncDispose]: () => serving[Symbol.asyncDispose](),
  }
}
