/** The client of a request, as the audit trail and the list of tokens show it. */
export interface Client {
  /** Its IP address; null if it is not known. */
  address: string | null
  /** What it says it is in `User-Agent`; null if it says nothing. */
  program: string | null
}

/** Returns the IP address of a request's client; null if it is not known. */
export type ClientAddress = (request: Request) => string | null

/** The number of UTF-16 code units of a `User-Agent` that are kept. */
const maxProgramLength = 255

/** Returns what is recorded of a request's client. */
export type IdentifyClient = (request: Request) => Client

export const createIdentifyClient =
  (clientAddress: ClientAddress): IdentifyClient =>
  (request) => ({
    address: clientAddress(request),
    program: request.headers.get('user-agent')?.slice(0, maxProgramLength).toWellFormed() || null,
  })

/** Records nothing of clients. */
export const identifyNobody: IdentifyClient = () => ({ address: null, program: null })
