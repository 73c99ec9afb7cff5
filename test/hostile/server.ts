import { Database as Sqlite } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { allRows } from '../support/fixtures.ts'
import type { Target } from './case.ts'
import { sent } from './request.ts'
import { Wire } from './wire.ts'

/** The executable with the sample catalogue, and what can be seen of it from outside. */
export interface Server extends Target, AsyncDisposable {
  /** Changes with each commit. */
  version(): number
  /** Makes sure that it still answers. It has then seen all that was sent to it before. @throws when it doesn't */
  answers(): Promise<void>
  /** What it takes in memory, in bytes. */
  memory(): number
  /** How many files and connections it has open. */
  open(): number
  /** How many of those it may have. */
  mayOpen: number
  /** Waits until something is so. @returns whether it came to be so in time */
  comesTo(holds: () => boolean): Promise<boolean>
  /** Stops it at once. @returns what it has printed on standard error */
  stop(): Promise<string>
  /** Lets it finish, and stops it. @returns what should not be so, as sentences: rows that differ, complaints, an exit code */
  end(): Promise<string[]>
}

const env = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }
const account = { name: 'User', email: 'user@example.com', password: 'correct horse' }

/** What Bun says, once, of a body that stopped for good in the middle. */
const timedOut = /^warn: Bun\.serve\(\) timed out a request .*$/m

/** How long what should come back may take to, in milliseconds. */
const patience = 20_000

/**
 * A stop does not wait for what goes on for clients that have gone. It is over once the same was done for one who waits: a
 * list is made for all who ask at once, and passwords are hashed in their turn.
 */
const settle = async ({ url }: { url: string }, token: string) => {
  await client(url, token).get('/tracks')
  for (let n = 0; n < 2; n++) await client(url).post('/login', { email: 'nobody@example.com', password: 'wrong horse' })
}

export const startServer = async (folder: string): Promise<Server> => {
  const serving = await serveBinary(['--sample'], { cwd: folder, env, timeoutMs: 1_800_000 })
  const complaints = serving.errors()
  const nobody = client(serving.url)
  const { body: admin } = await nobody.post('/login', { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD })
  const { body: user } = await nobody.post('/register', { ...account, password_confirmation: account.password })

  const port = Number(new URL(serving.url).port)
  const path = join(folder, 'data/music-library.db')
  const file = new Sqlite(path, { readonly: true })
  const dataVersion = file.prepare<{ data_version: number }, []>('PRAGMA data_version')
  const before = allRows(path)
  const about = (name: string) => readFileSync(`/proc/${serving.pid}/${name}`, 'utf8')

  const server: Server = {
    port,
    admin: admin.token,
    user: user.token,
    version: () => dataVersion.get()?.data_version ?? 0,
    answers: async () => {
      using wire = await Wire.open(port)
      wire.send(sent('GET', '/api/me', admin.token))
      await wire.until(() => wire.replies.length > 0)
      const status = wire.replies[0]?.status
      if (status !== 200) throw new Error(`a plain GET is answered with ${status}`)
    },
    memory: () => Number(/^VmRSS:\s*(\d+) kB/m.exec(about('status'))?.[1]) * 1024,
    open: () => readdirSync(`/proc/${serving.pid}/fd`).length,
    mayOpen: Number(/^Max open files\s+(\d+)/m.exec(about('limits'))?.[1]),
    comesTo: async (holds) => {
      const deadline = performance.now() + patience
      while (!holds()) {
        if (performance.now() > deadline) return false
        // It tidies up between requests.
        await server.answers()
        await Bun.sleep(20)
      }
      return true
    },
    stop: async () => {
      await serving.stop()
      return complaints
    },
    end: async () => {
      await settle(serving, user.token)
      const after = allRows(path)
      const changed = Object.keys(before).filter((table) => !Bun.deepEquals(before[table], after[table]))
      const { code } = await serving.stop()
      const said = (await complaints).replace(timedOut, '').trim()
      return [
        ...changed.map((table) => `the rows of ${table} are not what they were`),
        ...(code === 0 ? [] : [`it ended with ${code}`]),
        ...(said === '' ? [] : [`it complained: ${said.slice(-1_500)}`]),
      ]
    },
    [Symbol.asyncDispose]: async () => {
      file.close()
      await serving[Symbol.asyncDispose]()
    },
  }
  return server
}
