import { writeSync } from 'node:fs'

export type Writer = Pick<Bun.FileSink, 'write' | 'flush' | 'end'>

/**
 * Standard output and input of the process, as commands use them. They write lines to standard error by `console.error`. A caller of `run` that is not a process of
 * its own replaces the members.
 */
export const streams = {
  /** Writes bytes to standard output at once. @returns how many of them it has taken @throws an error with a code of the system */
  write: (bytes: Uint8Array): number => writeSync(1, bytes),
  /** A buffered way to standard output, for what is long. */
  createWriter: (): Writer => Bun.stdout.writer(),
  /** All of standard input. */
  readInput: (): Promise<Uint8Array> => Bun.stdin.bytes(),
}
