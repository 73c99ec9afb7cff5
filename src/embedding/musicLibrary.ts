import { type Client, createClient } from '../../client/index.ts'
import { createClientAs } from '../../client/sessionFetch.ts'
import { startSessionOf } from '../accounts/session/logIn.ts'
import { openPorts, type RunningServer, startServer } from '../app/server.ts'
import { createService } from '../app/service.ts'
import { OperationalError } from '../base/errors.ts'
import { apiPath } from '../http/paths.ts'
import { mountAt } from '../http/prefix.ts'
import type { Library } from '../library/library.ts'
import type { Report } from '../seeding/report/report.ts'
import { createLibraryClock, type MovableTime } from './clock.ts'
import { checkedFailures, type RequestFailures } from './failures.ts'
import { openInitial, seedSource } from './initialLibrary.ts'
import {
  type CatalogueSource,
  type MusicLibraryOptions,
  parseCors,
  parseLimits,
  requireCatalogue,
  validateOptions,
} from './options.ts'
import type { RecordedRequests } from './requests.ts'
import { createTestControls, type TestControls } from './testControls.ts'

/** A music library in this process. */
export interface MusicLibrary extends RequestFailures, RecordedRequests, MovableTime, AsyncDisposable {
  /** The whole service without a port. Responds to a request as the server does. */
  fetch(request: Request): Promise<Response>
  /** The URL at which it listens, without a path; undefined without the option `listen`. */
  readonly origin: string | undefined
  /** The URL of the API at this origin, `/api` included. */
  readonly url: string | undefined
  /** Brings the catalogue in line with another one. Records that it does not have stay. @throws UsageError; InvalidCatalogue */
  seed(catalogue: CatalogueSource): Promise<Report>
  /**
   * Returns to the state after creation: same records, ids, accounts and tokens. Sessions that began later end, and the counts of limits
   * and of failed logins start again. A request that is in flight is responded to with a 503 that says so, and changes nothing after the reset.
   * @throws OperationalError for a library in a file
   */
  reset(): Promise<void>
  /**
   * A client with a session of an account. No password is needed, and none is hashed. It starts another session when its own has ended, as after a
   * reset. Requests fail if there is no account. `token` is undefined, and `logout` throws a TypeError: to test a logout, use `tokenOf`.
   */
  as(email: string): Client
  /** Starts a session of an account, as `as` does, and returns its token. It ends with a reset. @throws NotFound if there is no account */
  tokenOf(email: string): Promise<string>
  /** A client without a token. */
  readonly anonymous: Client
  /** Finishes requests and closes the library. One in memory is deleted. */
  close(): Promise<void>
}

/**
 * Creates a music library in this process.
 * @throws UsageError for an option that is unknown or wrong; InvalidCatalogue; InvalidAccounts; OperationalError for a file or port that can't be
 * used, and for a file that is served already, by this process or another one
 */
export const createMusicLibrary = async (options: MusicLibraryOptions = {}): Promise<MusicLibrary> => {
  validateOptions(options)
  const serviceOptions = {
    registration: options.registration,
    limits: parseLimits(options.limits),
    corsOrigins: parseCors(options.cors),
    readOnly: options.readOnly,
    clientAddress: options.clientAddress,
  }
  const { host = '127.0.0.1', port = 0 } = typeof options.listen === 'object' ? options.listen : {}
  const address = { host, port }
  await using opened = new AsyncDisposableStack()
  // Before the library is created: where the port is in use, nothing is left.
  const ports = options.listen ? await openPorts(address) : undefined
  opened.defer(() => ports?.close())
  const library = await openInitial(options)
  opened.defer(() => library.close())
  const controls = createTestControls()
  const { failures } = controls
  // A library in a file may serve more than a test, and reading a body twice takes time.
  const recorder = library.resets && controls.recorder
  const service = { library, failures, recorder, basePath: options.prefix, ...serviceOptions }
  const server = ports && (await startServer({ ...address, ...service, ports, quietMs: 0 }))
  const started = start({ library, controls, service: server ?? createService(service) }, options, server?.origin)
  // From here on `close` closes them.
  opened.move()
  return started
}

const closed = 'The library is closed.'

interface Started {
  library: Library
  controls: TestControls
  service: Pick<RunningServer, 'fetch' | 'moveClock' | 'stop'>
}

const start = (
  { library, controls, service }: Started,
  { prefix }: MusicLibraryOptions,
  origin: string | undefined,
): MusicLibrary => {
  const resetTables = library.createResetPoint?.()
  let isClosed = false

  const { failures } = controls
  const call = failures.wrapCalls(service.fetch)
  const handle = async (request: Request) => {
    if (isClosed) return Response.json({ message: closed }, { status: 503 })
    return call(request)
  }
  const clientOptions = { baseUrl: `${origin ?? 'http://localhost'}${apiPath}`, fetch: handle }

  const tokenOf = async (email: string) => {
    if (isClosed) throw new OperationalError(closed)
    return startSessionOf(library.write, email)
  }

  const close = async () => {
    if (isClosed) return
    isClosed = true
    failures.stop()
    await service.stop()
    await library.close()
  }
  return {
    fetch: async (request) => mountAt(handle, prefix)(request),
    origin,
    url: origin && origin + apiPath,
    seed: async (catalogue) => {
      requireCatalogue(catalogue)
      return seedSource(library, catalogue)
    },
    reset: async () => {
      if (!resetTables) throw new OperationalError('A library in a file is not reset. Create one in memory.')
      await resetTables()
    },
    ...checkedFailures(failures),
    requests: async () => {
      if (!resetTables)
        throw new OperationalError('Requests to a library in a file are not listed. Create one in memory.')
      return controls.recorder.list()
    },
    clock: createLibraryClock(library.clock, service.moveClock),
    as: (email) => createClientAs(() => tokenOf(email), clientOptions),
    tokenOf,
    get anonymous() {
      return createClient(clientOptions)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
