import type { OnRejectedOrigin } from '../../http/cors.ts'
import { log } from '../../observability/log.ts'

/** How many origins are logged. Anybody can send any. */
const maxOrigins = 10

/** An origin that means nothing else to a shell into which somebody copies the line. A name of a host has at most 253 characters. */
const plainOrigin = /^[a-z][a-z\d+.-]*:\/\/[\w.:[\]-]{1,260}$/

/** Logs each origin whose page can't read responses once, with what the operator may type. */
export const createOriginLog = (): OnRejectedOrigin => {
  const logged = new Set<string>()
  return ({ rejected, variant, allowed }) => {
    if (logged.has(rejected) || logged.size >= maxOrigins || !plainOrigin.test(rejected)) return
    logged.add(rejected)
    const problem =
      variant === undefined
        ? `A page of ${rejected} can't read responses. If it is yours, allow it:`
        : `The origin ${rejected} is not allowed, but ${variant} is. Allow both:`
    log.warn(`${problem} --cors-origins ${[...allowed, rejected].join(',')}`, { rejected })
  }
}
