import { alternate } from './alternate.ts'
import { startCpuCount } from './cpu.ts'
import { median } from './measure.ts'
import type { Server } from './servers.ts'
import { atLeast, atMost, formatCount, formatCpu, formatRatio, judge, type Target } from './table.ts'

// The table that compares this build with another executable of this program.

export const buildColumns = ['this build', 'other build', 'ratio', 'CPU', "other's CPU", 'CPU ratio', 'target', 'met']

/** For requests per second. */
export const minRateRatio = atLeast(0.9)

/** For times and memory: the inverse of 0.9, rounded. */
export const maxGrowthRatio = atMost(1.11)

interface Figure {
  value: number
  /** Microseconds of CPU time per request. */
  cpu?: number | undefined
}

interface Verdict {
  format: (value: number) => string
  target: Target
  /** What the target limits: the ratio of this build to the other (the default), or the value of this build. */
  subject?: 'ratio' | 'value'
}

export const formatRate = (rate: number) => `${formatCount(rate)}/s`

export const compareFigures = (current: Figure, other: Figure, { format, target, subject = 'ratio' }: Verdict) => {
  const ratio = current.value / other.value
  const cpuRatio = current.cpu === undefined || other.cpu === undefined ? '' : formatRatio(current.cpu / other.cpu)
  return [
    format(current.value),
    format(other.value),
    formatRatio(ratio),
    formatCpu(current.cpu),
    formatCpu(other.cpu),
    cpuRatio,
    ...judge(subject === 'ratio' ? ratio : current.value, target),
  ]
}

interface TimedTask {
  repetitions: number
  /** Rounds before the repetitions, which are not measured. */
  warmUps: number
  /** Sends a request, or several that are counted as one. @returns the time in milliseconds. */
  task: (server: Server, round: number) => Promise<number>
  /** The figure to report of all times. */
  summarize?: (times: number[]) => number
}

/** Runs a task on two servers in turn. @returns the time and the CPU time of each. */
export const timeInTurn = async (
  current: Server,
  other: Server,
  { repetitions, warmUps, task, summarize = median }: TimedTask,
): Promise<[Figure, Figure]> => {
  const currentCpu = startCpuCount(current)
  const otherCpu = startCpuCount(other)
  const [currentTimes, otherTimes] = await alternate(
    warmUps + repetitions,
    (round) => task(current, round),
    (round) => task(other, round),
  )
  return [
    { value: summarize(currentTimes.slice(warmUps)), cpu: currentCpu(currentTimes.length) },
    { value: summarize(otherTimes.slice(warmUps)), cpu: otherCpu(otherTimes.length) },
  ]
}
