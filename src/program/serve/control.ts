import { startSessionOf } from '../../accounts/session/logIn.ts'
import type { RunningServer } from '../../app/server.ts'
import { createAuditedWrite } from '../../audit/auditedWrite.ts'
import { serverStart } from '../../audit/entry.ts'
import { AppError, errorMessage, errorStack, UsageError } from '../../base/errors.ts'
import { isObject } from '../../base/objects.ts'
import { createLibraryClock } from '../../embedding/clock.ts'
import { checkedFailures, type DelayOptions, type FailureOptions } from '../../embedding/failures.ts'
import type { TestControls } from '../../embedding/testControls.ts'
import type { Library } from '../../library/library.ts'
import { logFailure } from '../../observability/log.ts'
import type { AccountEntry } from '../../seeding/accounts/format.ts'
import { seedAccounts } from '../../seeding/accounts/seedAccounts.ts'
import { catalogueText } from '../../seeding/sample.ts'
import { seedCatalogue } from '../../seeding/seedCatalogue.ts'
import { createLineSplitter } from '../lines.ts'

// The program that has started a server with --control holds its library: it sends requests as lines of JSON to standard input, and gets a line on
// standard output for each. Only that program has the pipes, so no request needs a password. docs/testing-with-it.md describes the lines.

export type ControlInput = ReturnType<typeof readControlInput>

/** Reads standard input from now on. It keeps no program running. */
export const readControlInput = () => {
  const split = createLineSplitter()
  const arrived: string[] = []
  let handle = (line: string): void => void arrived.push(line)
  process.stdin.on('data', (bytes: Uint8Array) => {
    for (const line of split(bytes)) handle(line)
  })
  return {
    /** Calls a function with each line: those that have arrived already, and all further ones. */
    onLine: (next: (line: string) => void): void => {
      handle = next
      for (const line of arrived) handle(line)
    },
  }
}

export interface Controlled {
  library: Library
  controls: TestControls
  server: Pick<RunningServer, 'origin' | 'moveClock'>
}

/** Says that the server is ready, and responds to the lines, one after the other. */
export const startControl = (input: ControlInput, controlled: Controlled): void => {
  const methods = createMethods(controlled)
  const send = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
  let last: Promise<unknown> = Promise.resolve()
  const respond = async (line: string) => {
    let id: unknown = null
    try {
      const request = parseRequest(line)
      id = request.id ?? null
      const method = Object.hasOwn(methods, String(request.method)) && methods[request.method as keyof typeof methods]
      if (!method) throw new UsageError(`The method is one of ${Object.keys(methods).join(', ')}.`)
      send({ id, result: (await method(request)) ?? null })
    } catch (error) {
      if (!(error instanceof AppError)) logFailure('A request of --control failed.', { error: errorStack(error) })
      send({ id, error: errorMessage(error) })
    }
  }
  send({ ready: { origin: controlled.server.origin } })
  input.onLine((line) => {
    if (line.trim() !== '') last = last.then(() => respond(line))
  })
}

type Request = Record<string, unknown>

const parseRequest = (line: string): Request => {
  try {
    const request: unknown = JSON.parse(line)
    if (isObject(request)) return request
  } catch {
    // The same error as for another value.
  }
  throw new UsageError('A request is an object in JSON, on one line.')
}

const createMethods = ({ library, controls, server }: Controlled) => {
  const { fail, delay } = checkedFailures(controls.failures)
  const clock = createLibraryClock(library.clock, server.moveClock)
  let resetTables: (() => Promise<void>) | undefined
  const seed = async (request: Request) =>
    seedCatalogue(createAuditedWrite(library.write, serverStart), await textOf(request))
  return {
    /** Brings the library into the state to which `reset` returns. */
    start: async (request: Request) => {
      if (resetTables) throw new UsageError('The library was started already.')
      const { users = [] } = request
      if (!Array.isArray(users)) throw new UsageError('The users are an array of accounts.')
      await seed(request)
      // Each entry is validated there.
      if (users.length > 0) await seedAccounts(library, users as AccountEntry[], { ofTest: true })
      resetTables = library.createResetPoint?.()
    },
    reset: async () => {
      if (!resetTables) throw new UsageError('Send the request "start" before.')
      await resetTables()
    },
    // Each option is checked there.
    fail: ({ failure }: Request) => fail(failure as FailureOptions),
    delay: ({ delay: options }: Request) => delay(options as DelayOptions),
    /** Moves the clock if the request says so, and responds with its time. */
    clock: async ({ set, advance }: Request) => {
      if (set !== undefined) await clock.set(set as string)
      if (advance !== undefined) await clock.advance(advance as string)
      return { now: await clock.now() }
    },
    requests: controls.recorder.list,
    seed,
    /** Starts a session of an account, without its password. */
    session: async ({ email }: Request) => ({ token: await startSessionOf(library.write, String(email)) }),
  }
}

/** The catalogue of a request as text. */
const textOf = async ({ catalogue = 'empty', catalogue_text: text }: Request): Promise<string> => {
  if (typeof text === 'string') return text
  if (isObject(catalogue) || catalogue === 'sample' || catalogue === 'empty') return catalogueText(catalogue)
  // The seed says what is wrong with it.
  return JSON.stringify(catalogue)
}
