import { resolve } from 'node:path'
import * as built from '../../../web/dist/assets.ts'
import { NotFound } from '../../base/errors.ts'
import { mapValues } from '../../base/objects.ts'
import { negotiateEncoding } from '../../http/contentEncoding.ts'
import { consoleAssetsPath, pathOf } from '../../http/paths.ts'
import { assetHeaders } from '../../http/securityHeaders.ts'

/** The paths of the files that the page itself names, relative to the root of the service. Other files are named by these. */
export const entryPath = consoleAssetsPath.slice(1) + built.entry
export const earlyPath = consoleAssetsPath.slice(1) + built.early
export const stylePath = consoleAssetsPath.slice(1) + built.style
/** The same of the scripts with the texts of the console, by the tag of the language. */
export const textPaths: Record<string, string> = mapValues(built.texts, (name) => consoleAssetsPath.slice(1) + name)

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** The decompressed files that clients have asked for, by name. All together have 1.4 MB. */
const decompressed = new Map<string, Blob>()

/** Anybody may ask, so a file is decompressed only once. A response shares the Blob, which the socket sends without a copy. */
const decompress = async (name: string, file: Blob) => {
  if (!decompressed.has(name)) {
    const compressed = await file.bytes()
    // Another request may have done it meanwhile.
    if (!decompressed.has(name)) decompressed.set(name, new Blob([Bun.gunzipSync(compressed)]))
  }
  return decompressed.get(name)
}

/**
 * Responds with a file of the console. A file is stored as
 * Brotli, which browsers accept over HTTPS and is a tenth smaller, and as gzip; a client that accepts neither gets it decompressed.
 * @throws NotFound
 */
export const sendAsset = async (request: Request): Promise<Response> => {
  const name = pathOf(request.url).slice(consoleAssetsPath.length)
  const paths = Object.hasOwn(built.files, name) ? built.files[name] : undefined
  if (paths === undefined) throw new NotFound('File', name)
  const encoding = negotiateEncoding(request.headers.get('accept-encoding'), ['br', 'gzip'])
  // In a bundle the path is relative to the bundle.
  const file = Bun.file(resolve(import.meta.dir, paths[encoding ?? 'gzip']))
  return new Response(encoding ? file : await decompress(name, file), {
    headers: assetHeaders(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream', encoding),
  })
}
