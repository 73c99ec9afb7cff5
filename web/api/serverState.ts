import { serviceUrl } from '../serviceUrl.ts'

/** Finds out whether the server is there. @throws TypeError if it does not respond */
export const readServerState = async ({ signal }: { signal: AbortSignal }): Promise<boolean> =>
  (await fetch(serviceUrl('/healthz'), { signal })).ok
