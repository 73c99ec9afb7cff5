import type { Programs } from './programs.ts'

export interface Server extends AsyncDisposable {
  /** Where its API is. */
  url: string
  pid: number
  /** The file of its library, if it has one. */
  database?: string
}

/** No server is kept for longer, in milliseconds: what hangs ends by itself. */
const patience = 1_800_000

const running = new Set<Bun.Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface Servers {
  ours(database: string, env?: Record<string, string>): Promise<Server>
  baseline(database: string): Promise<Server>
  /** Without a file it answers one constant, and with one the file's bytes at /tracks. */
  constant(file?: string): Promise<Server>
}

export const serversOf = (programs: Programs): Servers => ({
  ours: async (database, env) => ({ ...(await start(commands.ours(programs, database, 0), env)), database }),
  baseline: async (database) => ({ ...(await start(commands.baseline(programs, database, 0))), database }),
  constant: (file) => start(commands.constant(programs, 0, file)),
})

/** How each server is started on a port. */
export const commands = {
  ours: ({ ours }: Programs, database: string, port: number) => [
    ours,
    'serve',
    '--port',
    String(port),
    '--database',
    database,
  ],
  baseline: ({ baseline }: Programs, database: string, port: number) => [baseline, database, String(port)],
  constant: ({ constant }: Programs, port: number, file?: string) => [
    constant,
    String(port),
    ...(file === undefined ? [] : [file]),
  ],
}

/** Starts a server, and waits until it says where it listens. */
const start = async (command: string[], env: Record<string, string> = {}): Promise<Server> => {
  const child = spawn(command, env)
  return { url: await urlOf(child.stdout), pid: child.pid, [Symbol.asyncDispose]: () => stop(child) }
}

export const spawn = (command: string[], env: Record<string, string> = {}) => {
  const child = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit', timeout: patience })
  running.add(child)
  return child
}

/** Asks it to stop, and after three seconds no longer asks. */
export const stop = async (child: Bun.Subprocess) => {
  const late = setTimeout(() => child.kill('SIGKILL'), 3_000)
  child.kill('SIGTERM')
  await child.exited
  clearTimeout(late)
  running.delete(child)
}

const urlOf = async (out: ReadableStream<Uint8Array>) => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of out) {
    text += decoder.decode(piece, { stream: true })
    const url = /Listening on ([^\s"]+)[\s"]/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error('The server did not start.')
}
