import { resolve } from 'node:path'
import * as built from '../../../web/dist/assets.ts'
import { NotFound } from '../../errors.ts'
import { pathOf } from '../../http/paths.ts'
import { securityHeaders } from '../../http/securityHeaders.ts'

const assetsPath = '/console/assets/'

/** The URLs of the files that the page itself names. Other files are named by these. */
export const entryUrl = assetsPath + built.entry
export const styleUrl = assetsPath + built.style

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

const acceptsGzip = (request: Request) =>
  /\b(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers.get('accept-encoding') ?? '')

/**
 * Responds with a file of the console. Its name contains a hash of its content, so browsers may keep it for ever. Files are
 * stored compressed; a client that does not accept this gets the file decompressed.
 * @throws NotFound
 */
export const sendAsset = async (request: Request): Promise<Response> => {
  const name = pathOf(request.url).slice(assetsPath.length)
  // In a bundle the path is relative to the bundle.
  const path = Object.hasOwn(built.files, name) ? built.files[name] : undefined
  if (path === undefined) throw new NotFound('File', name)
  const file = Bun.file(resolve(import.meta.dir, path))
  const isCompressed = acceptsGzip(request)
  return new Response(isCompressed ? file : Bun.gunzipSync(await file.bytes()), {
    headers: {
      ...securityHeaders,
      'content-type': types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    },
  })
}
