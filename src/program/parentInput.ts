import { on } from 'node:events'
import { readSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

// What processes do that read files of somebody else for their parent, which limits what they take.

/** Where memory runs out, the system ends this process before its parent. It needs no rights: proc_pid_oom_score_adj(5). */
export const offerMemory = () => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The system has no such file.
  }
}

/** It waits for input in a thread of its own, since that of JavaScript may be busy for long. */
const reader = `
  const { readSync } = require('node:fs')
  const { parentPort } = require('node:worker_threads')
  const buffer = Buffer.alloc(65536)
  for (let size; (size = readSync(0, buffer)) > 0;) parentPort.postMessage(Buffer.from(buffer.subarray(0, size)))
  process.kill(process.pid, 'SIGKILL')`

/** Reads standard input. From now on the process ends when it closes, whatever it does then: its parent has ended. */
export async function* readParentInput(): AsyncGenerator<Uint8Array> {
  const thread = new Worker(reader, { eval: true })
  for await (const [chunk] of on(thread, 'message')) yield chunk
}

/** Reads a file of this size from standard input. From then on the process ends when it closes. */
export const readParentFile = (size: number): Uint8Array => {
  const file = new Uint8Array(size)
  for (let at = 0; at < size; ) {
    const count = readSync(0, file, at, size - at, null)
    if (count === 0) process.exit(1)
    at += count
  }
  new Worker(reader, { eval: true }).unref()
  return file
}
