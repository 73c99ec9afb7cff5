import { withDefaultCommand } from '../../src/program/defaultCommand.ts'
import { createProgram } from '../../src/program/program.ts'
import { run } from '../../src/program/run.ts'
import { streams } from '../../src/program/streams.ts'
import { runBinary } from './binary.ts'
import type { Result } from './process.ts'

interface Options {
  cwd: string
  env?: Record<string, string>
  stdin?: string
  /** Whether `out` has both outputs in the order in which they are written, as at a terminal. Only for a command in the process of the test. */
  mergeOutputs?: boolean
}

/** They need a process of their own: `serve` ends at a signal, and `scan` starts processes of its program. */
const processCommands = ['serve', 'scan']

const needsProcess = (args: readonly string[]) =>
  processCommands.includes(withDefaultCommand([...args])[0] ?? '') && !args.includes('--help')

let last: Promise<unknown> = Promise.resolve()

/** Runs a command to its end: in the process of the test, which takes a tenth of the time, or where it needs one, in a process of the executable. */
export const runCommand = (args: string[], options: Options): Promise<Result> =>
  needsProcess(args) ? runBinary(args, options) : runInProcess(args, options)

/** Runs a command in the process of the test. `serve` must be wrong usage: then it ends before it opens anything. */
export const runInProcess = (args: string[], options: Options): Promise<Result> => {
  // A process has one working directory and one environment.
  const result = last.then(() => runHere(args, options))
  last = result.catch(() => {})
  return result
}

/** What a process of its own would have: standard input, output and error, the working directory, the environment, the exit code. */
const runHere = async (args: string[], { cwd, env = {}, stdin = '', mergeOutputs }: Options): Promise<Result> => {
  const [out, other] = [new Bun.ArrayBufferSink(), new Bun.ArrayBufferSink()]
  for (const sink of [out, other]) sink.start()
  const err = mergeOutputs ? out : other
  const before = { streams: { ...streams }, error: console.error, cwd: process.cwd(), env: { ...process.env } }
  const write = (bytes: Uint8Array | string) => {
    out.write(bytes)
    return bytes.length
  }
  Object.assign(streams, {
    write,
    createWriter: () => ({ write, flush: () => 0, end: () => 0 }),
    readInput: async () => Buffer.from(stdin),
  })
  console.error = (text: string) => void err.write(`${text}\n`)
  process.chdir(cwd)
  setEnvironment({ PATH: before.env.PATH ?? '', ...env })
  try {
    const words = withDefaultCommand(args)
    const code = await run(await createProgram(words), words)
    return { code, out: textOf(out), err: textOf(other) }
  } finally {
    process.exitCode = 0
    Object.assign(streams, before.streams)
    console.error = before.error
    process.chdir(before.cwd)
    setEnvironment(before.env)
  }
}

const textOf = (sink: Bun.ArrayBufferSink) => Buffer.from(sink.end() as ArrayBuffer).toString()

const setEnvironment = (variables: Record<string, string | undefined>) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, variables)
}
