import { serviceUrl } from './serviceUrl.ts'

/** How often the server is asked, in milliseconds. */
const interval = 500

/** The first part of a request id is different for each run of the server. */
const readRun = async () => (await fetch(serviceUrl('/healthz'))).headers.get('x-request-id')?.split('-')[0]

/** Loads the page again when the server has started anew. Only the development build calls it. */
export const reloadOnRestart = (): void => {
  let run: string | undefined
  setInterval(async () => {
    // The server does not respond while it starts.
    const current = await readRun().catch(() => undefined)
    if (run !== undefined && current !== undefined && current !== run) location.reload()
    run = current ?? run
  }, interval)
}
