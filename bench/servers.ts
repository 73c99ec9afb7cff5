export interface Server extends AsyncDisposable {
  /** The URL of its API. */
  url: string
  pid: number
  /** The file of its library, if it has one. */
  database?: string
}

/** Kills a server that hangs, so that it does not outlive a failed run by long. */
const serverTimeoutMs = 1_800_000
/** How long a server may take to shut down before it is killed. */
const shutdownTimeoutMs = 3_000

const running = new Set<Bun.Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

// How each executable is started. Port 0 is any free port.

export const serviceCommand = (executable: string, database: string, port = 0) => [
  executable,
  'serve',
  '--port',
  String(port),
  '--database',
  database,
]

/** Of the baseline or the minimal service, with a library. */
export const baselineCommand = (executable: string, database: string, port = 0) => [executable, database, String(port)]

export const constantCommand = (executable: string, port = 0, file?: string) => [
  executable,
  String(port),
  ...(file === undefined ? [] : [file]),
]

/** Starts an executable of this program. */
export const startService = async (
  executable: string,
  database: string,
  env: Record<string, string> = {},
  flags: string[] = [],
): Promise<Server> => ({ ...(await startServer([...serviceCommand(executable, database), ...flags], env)), database })

/** A server that this one is compared with. */
export interface Compared {
  name: string
  /** @param database - a library that no other server has open */
  start(database: string): Promise<Server>
}

/** The server of bench/baseline/server.ts. */
export const compareWithBaseline = (executable: string, kind: 'baseline' | 'tuned'): Compared => ({
  name: kind,
  start: async (database) => ({
    ...(await startServer([...baselineCommand(executable, database), kind])),
    database,
  }),
})

/** The server of bench/baseline/constant.ts, which has no library. @param file - it sends its bytes at /tracks */
export const compareWithConstant = (executable: string, file?: string): Compared => ({
  name: 'constant',
  start: () => startServer(constantCommand(executable, 0, file)),
})

/** Starts a server and waits until it reports its URL. */
const startServer = async (command: string[], env: Record<string, string> = {}): Promise<Server> => {
  const child = spawn(command, env)
  return { url: await readUrl(child.stdout), pid: child.pid, [Symbol.asyncDispose]: () => stop(child) }
}

export const spawn = (command: string[], env: Record<string, string> = {}) => {
  const child = Bun.spawn(command, {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    timeout: serverTimeoutMs,
  })
  running.add(child)
  return child
}

/** Asks a server to shut down, and kills it after a timeout. */
export const stop = async (child: Bun.Subprocess) => {
  const timer = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs)
  child.kill('SIGTERM')
  await child.exited
  clearTimeout(timer)
  running.delete(child)
}

const readUrl = async (stdout: ReadableStream<Uint8Array>) => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stdout) {
    text += decoder.decode(chunk, { stream: true })
    const url = /Listening on ([^\s"]+)[\s"]/.exec(text)?.[1]
    if (url) return url
  }
  throw new Error('The server did not start.')
}
