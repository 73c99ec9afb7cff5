import { readCpuMs } from '../support/cpuTime.ts'
import { type LargestInput, takesBody } from './largestInputs.ts'
import type { ServerUnderTest } from './serverUnderTest.ts'

/** What a request cost the server. */
interface Cost {
  status: number
  cpuMs: number
  /** The longest time in which a health check that was sent meanwhile had no response, in milliseconds: a turn of the event loop. */
  turnMs: number
  /** How much more memory the server had at most, in bytes. */
  memoryBytes: number
}

const maxTurnMs = 100
const maxMemoryBytes = 250_000_000
/** How many times as much CPU time the input may cost that is twice as large. */
const maxFactor = 2.6
/** Below, the garbage collector and the memory of the text weigh more than the work with it. */
const minCpuMs = 400
/** Requests that cost less are not repeated. */
const noticeableMs = 60

const measure = async (server: ServerUnderTest, input: LargestInput, bytes: number): Promise<Cost> => {
  const text = input.create(bytes)
  // Encoded before: this process must not keep its own event loop busy while it measures.
  const body = takesBody(input) ? Buffer.from(text) : undefined
  const url = `http://127.0.0.1:${server.port}${input.path}${body ? '' : `?${text}`}`
  const headers = { authorization: `Bearer ${server.adminToken}`, ...(body && { 'content-type': 'application/json' }) }
  let isDone = false
  let turnMs = 0
  const checkHealth = async () => {
    while (!isDone) {
      const start = performance.now()
      await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text()
      turnMs = Math.max(turnMs, performance.now() - start)
    }
  }
  server.resetPeakMemory()
  const memoryBefore = server.memoryBytes()
  const cpuBefore = readCpuMs(server.pid) ?? 0
  const checking = checkHealth()
  const response = await fetch(url, { method: input.method, headers, ...(body && { body }) })
  await response.text()
  isDone = true
  await checking
  const cpuMs = (readCpuMs(server.pid) ?? 0) - cpuBefore
  return { status: response.status, cpuMs, turnMs, memoryBytes: server.peakMemoryBytes() - memoryBefore }
}

/** The medians of three measurements, but the shortest turn: what else the machine does makes some of them longer. */
const measureThrice = async (server: ServerUnderTest, input: LargestInput, bytes: number): Promise<Cost> => {
  const costs: Cost[] = []
  while (costs.length < 3) costs.push(await measure(server, input, bytes))
  const median = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[1] ?? 0
  return {
    status: Math.max(...costs.map(({ status }) => status)),
    cpuMs: median(({ cpuMs }) => cpuMs),
    turnMs: Math.min(...costs.map(({ turnMs }) => turnMs)),
    memoryBytes: median(({ memoryBytes }) => memoryBytes),
  }
}

/** Sends an input at its full and at half its size. @returns what it costs too much, as sentences */
export const findExcessiveCost = async (server: ServerUnderTest, input: LargestInput): Promise<string[]> => {
  const first = await measure(server, input, input.maxBytes)
  if (first.status < 500 && first.cpuMs < noticeableMs && first.turnMs < maxTurnMs) return []
  const half = await measureThrice(server, input, input.maxBytes / 2)
  const full = await measureThrice(server, input, input.maxBytes)
  const problems = [
    full.status >= 500 && `the status is ${full.status}`,
    full.turnMs > maxTurnMs && `a turn of the event loop takes ${Math.round(full.turnMs)} ms`,
    full.memoryBytes > maxMemoryBytes && `it takes ${Math.round(full.memoryBytes / 1e6)} MB`,
    full.cpuMs > minCpuMs &&
      full.cpuMs > maxFactor * half.cpuMs &&
      `half of it costs ${half.cpuMs} ms of CPU time, and all of it ${full.cpuMs} ms`,
  ]
  return problems.filter((problem) => problem !== false).map((problem) => `${input.name}: ${problem}`)
}
