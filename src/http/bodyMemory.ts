import { createFairShare } from '../base/fairShare.ts'
import { clientSite } from './clientIp.ts'

interface BodyMemoryOptions {
  /** The maximum memory of all bodies together, in bytes. It is at least that of four bodies of the maximum size. */
  maxBytes: number
  /** The maximum size of one body, in bytes. */
  maxBodyBytes: number
  clientIp: (request: Request) => string
}

/**
 * Limits the memory of the bodies that are arriving. The clients of a site have at most a quarter of it. When all is
 * used, the site that uses most loses its newest body to one that uses less, and any site to an admin.
 */
export const createBodyMemory = ({ maxBytes, maxBodyBytes, clientIp }: BodyMemoryOptions) => {
  const total = Math.max(maxBytes, 4 * maxBodyBytes)
  const memory = createFairShare({ total, perClient: total / 4 })
  return {
    /** Takes memory for bytes of a body. Returns undefined if there is none; calls `revoke` if it is taken away. */
    take: (request: Request, isAdmin: boolean, bytes: number, revoke: () => void) =>
      memory.take({ client: clientSite(clientIp(request)), amount: bytes, isPreferred: isAdmin, revoke }),
  }
}

export type BodyMemory = ReturnType<typeof createBodyMemory>
