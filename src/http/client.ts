import { unknownAddress } from './clientIp.ts'

/** The client of a request, as the audit trail and the list of tokens show it. */
export interface Client {
  /** Its IP address; null if it is not known. */
  address: string | null
  /** What it says it is in `User-Agent`; null if it says nothing. */
  program: string | null
}

/** The number of UTF-16 code units of a `User-Agent` that are kept. */
const maxProgramLength = 255

/** Returns what is recorded of a request's client. */
export type IdentifyClient = (request: Request) => Client

/** @param clientIp - returns the IP address of a request's client, or `unknownAddress` */
export const createIdentifyClient =
  (clientIp: (request: Request) => string): IdentifyClient =>
  (request) => {
    const address = clientIp(request)
    return {
      address: address === unknownAddress ? null : address,
      program: request.headers.get('user-agent')?.slice(0, maxProgramLength).toWellFormed() || null,
    }
  }

/** Records nothing of clients. */
export const identifyNobody: IdentifyClient = () => ({ address: null, program: null })
