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

/** Of the baseline, or the minimal service. */
export const baselineCommand = (executable: string, database: string, port = 0) => [executable, database, String(port)]

export const constantCommand = (executable: string, port = 0, file?: string) => [
  executable,
  String(port),
  ...(file === undefined ? [] : [file]),
]

interface ServiceOptions {
  env?: Record<string, string>
  flags?: string[]
}

/** Starts an executable of this program. */
export const startService = async (
  executable: string,
  database: string,
  { env, flags = [] }: ServiceOptions = {},
): Promise<Server> => ({ ...(await start([...serviceCommand(executable, database), ...flags], env)), database })

export const startBaseline = async (executable: string, database: string): Promise<Server> => ({
  ...(await start(baselineCommand(executable, database))),
  database,
})

/** The same without audit trail and searches: it removes what they need from the library. Also as the `tuned` one. */
export const startBaselineAs = async (
  kind: 'plain' | 'tuned',
  executable: string,
  database: string,
): Promise<Server> => ({ ...(await start([executable, database, '0', kind])), database })

/** The server of bench/baseline/constant.ts: without a file it sends one constant, with one the file's bytes at /tracks. */
export const startConstant = (executable: string, file?: string): Promise<Server> =>
  start(constantCommand(executable, 0, file))

/** Starts a server and waits until it reports its URL. */
const start = async (command: string[], env: Record<string, string> = {}): Promise<Server> => {
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
