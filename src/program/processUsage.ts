import { readFileSync } from 'node:fs'
import { formatBytes } from '../base/words.ts'
import type { UsageLimits } from '../console/deps.ts'

const checkIntervalMs = 250

/** Looks at what a process takes from now on, and calls back once if that is too much, which `excess` then says in a sentence. */
export const watchUsage = (pid: number, limits: UsageLimits, onExcess: () => void) => {
  const startedAt = performance.now()
  const before = readUsage(pid)
  const usage: { excess: string | undefined; stop: () => void } = {
    excess: undefined,
    stop: () => clearInterval(timer),
  }
  const timer = setInterval(() => {
    usage.excess = findExcess(limits, performance.now() - startedAt, readUsage(pid), before)
    if (usage.excess === undefined) return
    clearInterval(timer)
    onExcess()
  }, checkIntervalMs)
  return usage
}

type Usage = Pick<UsageLimits, 'cpuSeconds' | 'memoryBytes'>

const findExcess = (
  limits: UsageLimits,
  ms: number,
  now: Usage | undefined,
  before: Usage | undefined,
): string | undefined => {
  if (now && now.memoryBytes > limits.memoryBytes)
    return `Reading it takes more than ${formatBytes(limits.memoryBytes)} of memory.`
  if (now && before && now.cpuSeconds - before.cpuSeconds > limits.cpuSeconds)
    return `Reading it takes more than ${limits.cpuSeconds} seconds.`
  if (ms > limits.seconds * 1000) return `Reading it takes more than ${limits.seconds} seconds.`
}

const ticksPerSecond = 100

/** What a process has taken so far: proc(5). Undefined on a system without /proc. */
const readUsage = (pid: number): Usage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name in parentheses, may contain spaces. The next one is the third.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [userTicks = 0, systemTicks = 0] = [fields[11], fields[12]]
    // The first file has the memory in pages, whose size depends on the machine.
    const kibibytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    return { cpuSeconds: (userTicks + systemTicks) / ticksPerSecond, memoryBytes: kibibytes * 1_024 }
  } catch {
    return
  }
}
