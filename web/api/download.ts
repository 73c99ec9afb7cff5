import { toApiError } from '../../client/errors.ts'
import { serviceUrl } from '../serviceUrl.ts'
import { client } from './client.ts'

/**
 * Reads a file of the server with the token of the session, and gives it to the browser as a download. The token can be in no link. Until
 * all of it is read, the browser keeps it in memory, or in a file of its own.
 * @param path - its path in the service
 * @param onProgress - called with the number of bytes that were read so far
 * @param body - of a POST; without it, the request is a GET
 * @param name - of the downloaded file; the one that the server says by default
 * @returns the size in bytes
 */
export const download = async (
  path: string,
  onProgress: (bytes: number) => void,
  body?: Record<string, unknown> | Blob,
  name?: string,
): Promise<number> => {
  // If the session has ended, this request asks for the password.
  await client.me.get()
  const authorization = `Bearer ${client.token}`
  const response = await fetch(
    serviceUrl(path),
    body
      ? {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: body instanceof Blob ? body : JSON.stringify(body),
        }
      : { headers: { authorization } },
  )
  if (!response.ok || !response.body) throw toApiError(response, await response.text())
  let bytes = 0
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.length
      onProgress(bytes)
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
