import { parseIp } from './clientIp.ts'

/** The client of a request, as the audit trail and the list of tokens show it. */
export interface Client {
  /** Its IP address; null if it is not known. */
  address: string | null
  /** What it says it is in `User-Agent`; null if it says nothing. */
  program: string | null
}

export type IdentifyClient = (request: Request) => Client

/** The number of UTF-16 code units of a `User-Agent` that are kept. */
const maxProgramLength = 255

/** Creates the function that identifies clients by their address. */
export const identifyClientBy =
  (clientIp: (request: Request) => string): IdentifyClient =>
  (request) => ({
    address: parseIp(clientIp(request)) ?? null,
    program: request.headers.get('user-agent')?.slice(0, maxProgramLength).toWellFormed() || null,
  })

/** For requests that come from no network. */
export const unknownClient: IdentifyClient = () => ({ address: null, program: null })
