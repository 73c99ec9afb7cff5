import type { ApiRequest } from './http.ts'

export interface Load {
  /** Completed requests; those in flight at the end are not counted. */
  requests: number
  /** Requests per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** All bytes received, headers included. */
  bytes: number
  /** Responses with an error status, and requests without a response. */
  failures: number
}

export interface Job {
  url: string
  /** Sent in order, and again from the first. */
  requests: ApiRequest[]
  seconds: number
  connections: number
  /** For temporary files. */
  folder: string
}

/** Keeps all connections to a server busy for the job's time. */
export type Generator = (job: Job) => Promise<Load>
