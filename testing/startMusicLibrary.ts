import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '../client/index.ts'
import { createClientAs } from '../client/sessionFetch.ts'
import { findProgram, requireExecutable } from '../launcher/findProgram.ts'
import { findClosest } from '../src/base/spelling.ts'
import { catalogueNames, catalogueOrPathCheck } from '../src/embedding/checks.ts'
import type { MovableTime } from '../src/embedding/clock.ts'
import type { RequestFailures } from '../src/embedding/failures.ts'
import type { RecordedRequest, RecordedRequests } from '../src/embedding/requests.ts'
import type { Report } from '../src/seeding/report/report.ts'
import { requireCatalogue, type TestCatalogue, type TestLibraryOptions, validateOptions } from './options.ts'
import { startProcess } from './serverProcess.ts'

/** A library in memory, served by a process of its own. */
export interface TestLibrary extends RequestFailures, RecordedRequests, MovableTime, AsyncDisposable {
  /** The URL of the server, without a path. */
  readonly origin: string
  /** The URL of the API, `/api` included. */
  readonly url: string
  /**
   * A client with a session of an account. No password is needed. It starts another session when its own has ended, as after a reset. `token` is
   * undefined, and `logout` throws a TypeError: to test a logout, use `tokenOf`.
   */
  as(email: string): Client
  /** Starts a session of an account, as `as` does, and returns its token. It ends with a reset. @throws Error if there is no account */
  tokenOf(email: string): Promise<string>
  /** A client without a token. */
  readonly anonymous: Client
  /** Creates a client, with a token or without one. */
  client(token?: string): Client
  /** Brings the catalogue in line with another one. Records that it does not have stay. @throws Error for a wrong catalogue */
  seed(catalogue: TestCatalogue): Promise<Report>
  /**
   * Returns to the state after the start: same records, ids, accounts, tokens and time. Sessions that began later end. A request that is in flight
   * is responded to with a 503 that says so, and changes nothing after the reset.
   */
  reset(): Promise<void>
  /** Stops the server. Its library is gone then. */
  stop(): Promise<void>
}

/**
 * Starts the executable with a library in memory on a free port of 127.0.0.1, and waits until it has its records and accounts. It ends when
 * this process ends, also by SIGKILL.
 * @throws TypeError for an unknown option, and for a value of the wrong form; Error if the executable or the catalogue is not found, and with the
 * message of the server for a wrong catalogue or account, and if it exits
 */
export const startMusicLibrary = async (options: TestLibraryOptions = {}): Promise<TestLibrary> => {
  validateOptions(options)
  const { executable, library, accounts = true, catalogue = 'empty', users = [], now, args = [] } = options
  const { timeoutMs = 20_000 } = options
  const program = executable === undefined ? findProgram() : [requireExecutable(executable)]
  const required = ['--database', ':memory:', '--host', '127.0.0.1', '--port', '0', '--log-level', 'error', '--control']
  const pinned = now === undefined ? [] : ['--now', now]
  const copied =
    library === undefined ? [] : ['--copy-of', pathOf(library), ...(accounts ? [] : ['--without-accounts'])]
  const { origin, request, stop } = await startProcess({
    command: [...program, 'serve', ...required, ...pinned, ...copied, ...args],
    state: { ...(await readCatalogue(catalogue)), users },
    timeoutMs,
  })
  const url = `${origin}/api`
  const tokenOf = async (email: string) => ((await request('session', { email })) as { token: string }).token
  const client = (token?: string) => createClient({ baseUrl: url, token })
  return {
    origin,
    url,
    as: (email) => createClientAs(() => tokenOf(email), { baseUrl: url, fetch: (request) => fetch(request) }),
    tokenOf,
    get anonymous() {
      return client()
    },
    client,
    seed: async (next) => (await request('seed', await readCatalogue(next))) as Report,
    reset: async () => {
      await request('reset')
    },
    clock: {
      set: async (time) => {
        await request('clock', { set: time ?? null })
      },
      advance: async (by) => {
        await request('clock', { advance: by ?? null })
      },
      now: async () => new Date(((await request('clock')) as { now: string }).now),
    },
    requests: async () => (await request('requests')) as RecordedRequest[],
    fail: async (failure) => {
      await request('fail', { failure })
    },
    delay: async (delay) => {
      await request('delay', { delay })
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** The full path of a file. */
const pathOf = (file: string | URL) => resolve(String(file).startsWith('file:') ? fileURLToPath(file) : String(file))

/** The members of a request that name a catalogue. A file is read here: the server may have another working directory. */
const readCatalogue = async (catalogue: TestCatalogue): Promise<object> => {
  requireCatalogue(catalogue)
  if (catalogue === 'sample' || catalogue === 'empty') return { catalogue }
  if (typeof catalogue !== 'string' && !(catalogue instanceof URL)) return { catalogue }
  try {
    return { catalogue_text: await readFile(catalogue, 'utf8') }
  } catch (error) {
    throw new Error(describeUnreadable(String(catalogue), error))
  }
}

const describeUnreadable = (catalogue: string, error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  if (!message.startsWith('ENOENT')) return `The catalogue ${catalogue} can't be read: ${message}`
  const name = findClosest(catalogue, catalogueNames, 2)
  return name === undefined
    ? `There is no file ${catalogue}. The catalogue is ${catalogueOrPathCheck.expected}.`
    : `There is no catalogue or file ${catalogue}. Did you mean '${name}'?`
}
