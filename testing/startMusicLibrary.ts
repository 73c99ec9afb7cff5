import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '../client/index.ts'
import { findProgram, requireExecutable } from '../launcher/findProgram.ts'
import { type TestLibraryOptions, validateOptions } from './options.ts'
import { startProcess } from './serverProcess.ts'
import { createUsers, firstAdminEnvironment } from './users.ts'

/** A library in memory, served by a process of its own. */
export interface TestLibrary extends AsyncDisposable {
  /** The URL of the server, without a path. */
  readonly origin: string
  /** The URL of the API, `/api` included. */
  readonly url: string
  /** Creates a client, with a token or without one. */
  client(token?: string): Client
  /** Stops the server. Its library is gone then. */
  stop(): Promise<void>
}

/**
 * Starts the executable with a library in memory on a free port of 127.0.0.1, and waits until it listens. It ends when this
 * process ends, also by SIGKILL.
 * @throws TypeError for a wrong option; ApiError if a user can't be created; Error if the executable is not found, or with its own
 * error if it exits
 */
export const startMusicLibrary = async (options: TestLibraryOptions = {}): Promise<TestLibrary> => {
  validateOptions(options)
  const { executable, catalogue, users = [], args = [], timeoutMs = 20_000 } = options
  const program = executable === undefined ? findProgram() : [requireExecutable(executable)]
  const folder = mkdtempSync(join(tmpdir(), 'music-library-'))
  try {
    const portFile = join(folder, 'port')
    const required = ['--database', ':memory:', '--host', '127.0.0.1', '--port', '0']
    const command = [...program, 'serve', ...required, '--port-file', portFile, '--stop-with-stdin']
    const server = await startProcess({
      command: [...command, ...catalogueArguments(catalogue, folder), ...args],
      env: firstAdminEnvironment(users),
      portFile,
      timeoutMs,
    })
    const origin = `http://127.0.0.1:${server.port}`
    const url = `${origin}/api`
    await createUsers(url, users).catch(async (error) => {
      await server.stop()
      throw error
    })
    return {
      origin,
      url,
      client: (token) => createClient({ baseUrl: url, token }),
      stop: server.stop,
      [Symbol.asyncDispose]: server.stop,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param folder - holds the file of a catalogue that is an object */
const catalogueArguments = (catalogue: TestLibraryOptions['catalogue'], folder: string): string[] => {
  if (catalogue === undefined) return []
  if (catalogue === 'sample') return ['--sample']
  if (typeof catalogue === 'string') return ['--seed', catalogue]
  if (catalogue instanceof URL) return ['--seed', fileURLToPath(catalogue)]
  const file = join(folder, 'catalogue.json')
  writeFileSync(file, JSON.stringify(catalogue))
  return ['--seed', file]
}
