import { CommandFailed } from '../base/errors.ts'
import { environmentForChild } from '../config/environment.ts'
import type { ProgramCommands } from '../console/deps.ts'
import { programCommand, readServiceUnit, typedCommand } from './ownCommand.ts'
import { watchUsage } from './processUsage.ts'

/** How long a command may take to exit when the server stops. */
const stopTimeoutMs = 5_000

interface ChildOptions {
  /** The command that starts this program. */
  program?: string[]
  /** The library of the command, if it is on PostgreSQL. A file is named by a flag. */
  databaseUrl?: string | undefined
  /** The beginning of the standard input of the command, which stays open after it. */
  input?: Uint8Array | undefined
}

/** The engine collects garbage as on a machine with so many bytes of memory. By default it lets garbage grow with the memory of the machine. */
const smallHeap = { BUN_JSC_forceRAMSize: '64000000' }

/** Starts a command of this program. Detached: Ctrl-C at the terminal of the server must not interrupt it. */
export const startChild = (
  args: readonly string[],
  { program = programCommand, databaseUrl, input }: ChildOptions = {},
) => {
  const child = Bun.spawn([...program, ...args], {
    env: { ...environmentForChild(databaseUrl), ...(input && smallHeap) },
    stdin: input ? 'pipe' : 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })
  // What is written stays in the pipe. A child that ends before has an exit code that says so.
  if (input) Promise.all([child.stdin?.write(input), child.stdin?.flush()]).catch(() => {})
  return child
}

type Child = ReturnType<typeof startChild>

/**
 * Waits until a command has exited, and kills it when it takes longer than a time. While it runs, it may have the library open:
 * then closing the library in this process would leave its `-wal` and `-shm` files.
 */
export const endChild = async (child: Child, timeoutMs = stopTimeoutMs): Promise<void> => {
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await child.exited
  clearTimeout(timer)
}

interface ChildCommands extends ProgramCommands {
  /** Terminates the commands that `run` has started, and lets it start no more. */
  endRuns(): Promise<void>
  /** Kills the commands that `stream` has started. */
  endStreams(): Promise<void>
}

export const createChildCommands = (options: ChildOptions): ChildCommands => {
  const runs = new Set<Child>()
  const streams = new Set<Child>()
  let isStopping = false
  const start = (args: readonly string[], children: Set<Child>, given: ChildOptions = {}) => {
    const child = startChild(args, { ...options, ...given })
    children.add(child)
    child.exited.finally(() => children.delete(child))
    return child
  }
  /** Why a command has ended that says nothing. */
  const describeEnd = ({ signalCode }: Child) =>
    signalCode === 'SIGKILL' && !isStopping
      ? 'The system has ended it: memory may have run out.'
      : 'The command was stopped.'
  return {
    typed: typedCommand(),
    serviceUnit: readServiceUnit(),
    run: async (args) => {
      if (isStopping) throw new CommandFailed('The server is stopping.')
      const child = start(args, runs)
      const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
      return { out, err, code }
    },
    stream: async function* (args, { input, signal, limits } = {}) {
      const child = start(args, streams, { input })
      const kill = () => child.kill('SIGKILL')
      const usage = limits && watchUsage(child.pid, limits, kill)
      signal?.addEventListener('abort', kill)
      if (signal?.aborted) kill()
      const errors = child.stderr.text()
      try {
        for await (const chunk of child.stdout) yield chunk
        if ((await child.exited) !== 0)
          throw new CommandFailed(usage?.excess ?? ((await errors).trim() || describeEnd(child)))
      } finally {
        usage?.stop()
        signal?.removeEventListener('abort', kill)
        kill()
      }
    },
    endRuns: async () => {
      isStopping = true
      for (const child of runs) child.kill('SIGTERM')
      await Promise.all([...runs].map((child) => endChild(child)))
    },
    endStreams: async () => {
      isStopping = true
      await Promise.all([...streams].map((child) => endChild(child, 0)))
    },
  }
}
