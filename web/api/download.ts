import { toApiError } from '../../client/errors.ts'
import { serviceUrl } from '../serviceUrl.ts'
import { client } from './client.ts'

interface DownloadOptions {
  /** That of a POST; without it, the request is a GET. */
  body?: Record<string, unknown> | Blob
  /** The name of the downloaded file; the one that the server says by default. */
  name?: string
  /** Is called with the number of bytes that were read so far, and the last of them. */
  onProgress?(bytes: number, chunk: Uint8Array): void
  /** Ends the download. */
  signal?: AbortSignal
}

/**
 * Reads a file of the server with the token of the session, and gives it to the browser as a download. The token can be in no link. Until
 * all of it is read, the browser keeps it in memory, or in a file of its own.
 * @param path - its path in the service
 * @returns the size in bytes
 */
export const download = async (
  path: string,
  { body, name, onProgress, signal }: DownloadOptions = {},
): Promise<number> => {
  // If the session has ended, this request asks for the password.
  await client.me.get()
  const authorization = `Bearer ${client.token}`
  const response = await fetch(serviceUrl(path), {
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (!response.ok || !response.body) throw toApiError(response, await response.text())
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.length
      onProgress?.(bytes, chunk)
      controller.enqueue(chunk)
    },
  })
  // The browser collects the chunks: it may move a blob out of the memory of the page.
  saveAs(await new Response(response.body.pipeThrough(counter)).blob(), name ?? fileNameOf(response))
  return bytes
}

const fileNameOf = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'download'

const saveAs = (blob: Blob, name: string) => {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser may read the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
