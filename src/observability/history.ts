import { type Static, Type } from '@sinclair/typebox'
import { instantOf } from '../library/clock.ts'
import { Nullable, Timestamp } from '../validation/schemas.ts'
import type { OnResponse } from './requestLog.ts'

const Count = Type.Integer({ minimum: 0 })
const Milliseconds = Nullable(Type.Number({ minimum: 0 }))

/** The requests of one interval. Times are null where there was no request. */
export const HistoryPoint = Type.Object(
  {
    /** The end of the interval. */
    at: Timestamp,
    requests: Count,
    /** Those with a status from 500. */
    errors: Count,
    p50_ms: Milliseconds,
    p95_ms: Milliseconds,
    max_ms: Milliseconds,
    rss_bytes: Count,
  },
  { title: 'HistoryPoint' },
)
export type HistoryPoint = Static<typeof HistoryPoint>

export interface History {
  /** Records a response. It allocates nothing, since every request calls it. */
  onResponse: OnResponse
  /** The points of the last hour, the oldest first. */
  points(): HistoryPoint[]
  /** Ends the interval. A timer does so every ten seconds. */
  endInterval(): void
  stop(): void
}

/** The length of an interval, in milliseconds. */
export const intervalMs = 10_000

/** The number of points that are kept: an hour. */
const maxPoints = 360

// The times of an interval are counted in a histogram. Each bound is 2^(1/4) times the one before, so a percentile is at most
// 19 % too high. From 0.05 ms to a minute and a half.
const lowestBoundMs = 0.05
const boundsPerDoubling = 4
const boundCount = 84

const boundOf = (index: number) => lowestBoundMs * 2 ** (index / boundsPerDoubling)

const indexOf = (ms: number) => {
  if (ms <= lowestBoundMs) return 0
  return Math.min(Math.ceil(Math.log2(ms / lowestBoundMs) * boundsPerDoubling), boundCount - 1)
}

/** Records the requests of the last hour, in memory of a fixed size. A timer ends each interval. */
export const createHistory = (now = Date.now): History => {
  const counts = new Uint32Array(boundCount)
  let [requests, errors, maxMs] = [0, 0, 0]
  const ring: HistoryPoint[] = []
  let nextIndex = 0

  const percentile = (share: number) => {
    if (requests === 0) return null
    const rank = Math.ceil(requests * share)
    let countedRequests = 0
    const index = counts.findIndex((count) => {
      countedRequests += count
      return countedRequests >= rank
    })
    return Math.min(boundOf(index), maxMs)
  }

  const endInterval = () => {
    ring[nextIndex] = {
      at: instantOf(now()),
      requests,
      errors,
      p50_ms: percentile(0.5),
      p95_ms: percentile(0.95),
      max_ms: requests === 0 ? null : maxMs,
      rss_bytes: readRss(),
    }
    nextIndex = (nextIndex + 1) % maxPoints
    counts.fill(0)
    requests = errors = maxMs = 0
  }
  const timer = setInterval(endInterval, intervalMs).unref()

  return {
    onResponse: (_request, { status }, seconds) => {
      const ms = seconds * 1000
      requests++
      if (status >= 500) errors++
      if (ms > maxMs) maxMs = ms
      const index = indexOf(ms)
      counts[index] = (counts[index] ?? 0) + 1
    },
    endInterval,
    points: () => [...ring.slice(nextIndex), ...ring.slice(0, nextIndex)],
    stop: () => clearInterval(timer),
  }
}

let lastRss = 0

/** The resident memory of the process, in bytes. When it can't be read, as without a free file descriptor, it is the last that was. */
export const readRss = (): number => {
  try {
    lastRss = process.memoryUsage.rss()
  } catch {
    // The next call may succeed.
  }
  return lastRss
}
