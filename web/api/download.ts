import { toApiError } from '../../client/errors.ts'
import { serviceUrl } from '../serviceUrl.ts'
import { client } from './client.ts'

/**
 * Reads a file of the server with the token of the session, and gives it to the browser as a download.
 * @param path - its path in the service
 * @param onProgress - called with the number of bytes that were read so far
 * @returns the size in bytes
 */
export const download = async (path: string, onProgress: (bytes: number) => void): Promise<number> => {
  // If the session has ended, this request asks for the password.
  await client.me.get()
  const response = await fetch(serviceUrl(path), { headers: { authorization: `Bearer ${client.token}` } })
  if (!response.ok || !response.body) throw toApiError(response, await response.text())
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value)
    bytes += read.value.length
    onProgress(bytes)
  }
  saveAs(new Blob(chunks), fileNameOf(response))
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
