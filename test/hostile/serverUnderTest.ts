import { Database as Sqlite } from 'bun:sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { adminVariables, logInAsAdmin } from '../support/cliFolder.ts'
import { readAllRows } from '../support/fixtures.ts'
import { buildJsonRequest } from './httpRequest.ts'
import { proxyFlags } from './proxyLoginCases.ts'
import { RawConnection } from './rawConnection.ts'
import type { Target } from './testCase.ts'

/** All rows, but for when and by whom tokens were used last: that is written some minutes later. */
const readRows = (path: string): Record<string, unknown[]> => {
  const { tokens = [], ...others } = readAllRows(path)
  return {
    ...others,
    tokens: (tokens as object[]).map((token) => ({ ...token, last_used_at: null, address: null, program: null })),
  }
}

/** The executable, serving the sample catalogue, and what the operating system and the library file show of it. */
export interface ServerUnderTest extends Target, AsyncDisposable {
  pid: number
  /** SQLite's `data_version`: a number that changes with each commit. */
  dataVersion(): number
  /** Sends a plain request. Once it succeeds, the server has also received all bytes sent before. @throws if it fails */
  assertResponsive(): Promise<void>
  /** The resident memory of the server, in bytes. */
  memoryBytes(): number
  /** The largest resident memory of the server since the last reset, in bytes. */
  peakMemoryBytes(): number
  resetPeakMemory(): void
  /** Waits until the condition holds, for at most `recoveryTimeoutMs`. @returns whether it does */
  waitUntil(condition: () => boolean): Promise<boolean>
  /** Stops the server, and does not wait for work first. @returns what it printed on standard error */
  stop(): Promise<string>
  /**
   * Waits until the server has no work left, and stops it.
   * @returns failures as sentences: tables that changed, text on standard error, an exit code other than 0, lines of the
   * log that a client has forged
   */
  stopAndCheck(): Promise<string[]>
}

/** How much more memory the server may use after a test than before it, in bytes. */
export const maxMemoryGrowthBytes = 150_000_000

/** How long the server may take to release memory and sockets, in milliseconds. */
const recoveryTimeoutMs = 20_000
const pollIntervalMs = 20
/** The executable is killed after this time. It exceeds the duration of the longest run. */
const maxServerRuntimeMs = 30 * 60_000
/** How much of the standard error is reported: its last characters. */
const maxErrorOutputLength = 1_500

/** Bun prints this warning once, when it closes a connection whose request body stopped arriving. */
const bodyTimeoutWarning = /^warn: Bun\.serve\(\) timed out a request .*$/m

/** The lines that the server logs, but for what it says at its start: requests, failed logins, dropped lines, the stop. */
const logLines = [
  /^\d\d:\d\d:\d\d WARNING Requests were rejected because too much work was waiting: [\w, -]+\.$/,
  /^\d\d:\d\d:\d\d [A-Z]+ \/[^\p{C}\s]* \d{3} [\d.]+ ms [\w-]+$/u,
  // The address of a client that has disconnected is unknown.
  /^\d\d:\d\d:\d\d WARNING Failed login from (127\.0\.0\.1|unknown)$/,
  /^\{"level":"warning","message":"\d+ lines were dropped\."\}$/,
  /^(Stopping|Stopped)\.$/,
]

const findForgedLines = (out: string) => {
  const lines = out.trimEnd().split('\n')
  const start = lines.findIndex((line) => logLines.some((form) => form.test(line)))
  return lines.slice(start).filter((line) => !logLines.some((form) => form.test(line)))
}

/**
 * Waits for work that clients left behind by disconnecting, which a stop does not wait for. The same work is requested
 * and awaited: concurrent requests for a list share one build, and password hashes are queued first in, first out. The
 * second login waits for hashes that ran in parallel with the first one.
 */
const waitForAbandonedWork = async (url: string, token: string) => {
  await client(url, token).get('/tracks')
  const wrongLogin = { email: 'nobody@example.com', password: 'wrong horse' }
  for (let login = 0; login < 2; login++) await client(url).post('/login', wrongLogin)
}

/** Starts the executable in this folder, with one admin and one user. */
export const startServerUnderTest = async (folder: string): Promise<ServerUnderTest> => {
  const options = { cwd: folder, env: adminVariables, timeoutMs: maxServerRuntimeMs }
  const serving = await serveBinary(['--sample', ...proxyFlags], options)
  const errorOutput = serving.errors()
  const admin = await logInAsAdmin(serving)
  const account = { name: 'User', email: 'user@example.com', password: 'correct horse' }
  const registration = { ...account, password_confirmation: account.password }
  const { body: user } = await client(serving.url).post('/register', registration)

  const port = Number(new URL(serving.url).port)
  const path = join(folder, 'data/music-library.db')
  const file = new Sqlite(path, { readonly: true })
  const dataVersion = file.prepare<{ data_version: number }, []>('PRAGMA data_version')
  const rowsBefore = readRows(path)
  const readProc = (name: string) => readFileSync(`/proc/${serving.pid}/${name}`, 'utf8')

  const server: ServerUnderTest = {
    port,
    pid: serving.pid,
    adminToken: admin.token ?? '',
    userToken: user.token,
    dataVersion: () => dataVersion.get()?.data_version ?? 0,
    assertResponsive: async () => {
      using connection = await RawConnection.open(port)
      connection.send(buildJsonRequest('GET', '/api/me', admin.token))
      await connection.waitFor(() => connection.responses.length > 0)
      const status = connection.responses[0]?.status
      if (status !== 200) throw new Error(`a plain GET has the status ${status}`)
    },
    memoryBytes: () => Number(/^VmRSS:\s*(\d+) kB/m.exec(readProc('status'))?.[1]) * 1024,
    peakMemoryBytes: () => Number(/^VmHWM:\s*(\d+) kB/m.exec(readProc('status'))?.[1]) * 1024,
    // https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html
    resetPeakMemory: () => writeFileSync(`/proc/${serving.pid}/clear_refs`, '5'),
    waitUntil: async (condition) => {
      const deadline = performance.now() + recoveryTimeoutMs
      while (!condition()) {
        if (performance.now() > deadline) return false
        // The server releases memory and sockets between requests.
        await server.assertResponsive()
        await Bun.sleep(pollIntervalMs)
      }
      return true
    },
    stop: async () => {
      await serving.stop()
      return errorOutput
    },
    stopAndCheck: async () => {
      await waitForAbandonedWork(serving.url, user.token)
      const rowsAfter = readRows(path)
      // The audit trail keeps the entries of records that a case has created and deleted again.
      const tables = Object.keys(rowsBefore).filter((table) => table !== 'audit')
      const changed = tables.filter((table) => !Bun.deepEquals(rowsBefore[table], rowsAfter[table]))
      const { code, out } = await serving.stop()
      const errors = (await errorOutput).replace(bodyTimeoutWarning, '').trim()
      return [
        ...changed.map((table) => `the rows of ${table} changed`),
        ...findForgedLines(out).map((line) => `the log has the line ${JSON.stringify(line)}`),
        ...(code === 0 ? [] : [`the exit code is ${code}`]),
        ...(errors === '' ? [] : [`standard error is not empty: ${errors.slice(-maxErrorOutputLength)}`]),
      ]
    },
    [Symbol.asyncDispose]: async () => {
      file.close()
      await serving[Symbol.asyncDispose]()
    },
  }
  return server
}
