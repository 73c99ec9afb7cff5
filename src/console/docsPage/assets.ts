import { resolve } from 'node:path'
import viewerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import viewerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import { NotFound } from '../../base/errors.ts'
import { blobBody, type ResponseBody } from '../../http/cachedResponse.ts'
import { contentEncodings, negotiateEncoding } from '../../http/contentEncoding.ts'
import { pathOf } from '../../http/paths.ts'
import { assetHeaders } from '../../http/securityHeaders.ts'
import pageStyle from './viewer.css' with { type: 'text' }
import pageScript from './viewer.js' with { type: 'text' }

interface Asset {
  /** With a hash of the file. */
  name: string
  type: string
  body: ResponseBody
}

const javascript = 'text/javascript; charset=utf-8'
const css = 'text/css; charset=utf-8'

const createAsset = async (name: string, type: string, content: Blob): Promise<Asset> => {
  const bytes = await content.bytes()
  const hash = Bun.hash.xxHash64(bytes).toString(36)
  return { name: name.replace('.', `.${hash}.`), type, body: blobBody(new Blob([bytes])) }
}

/** A file of a package. In a bundle its path is relative to the bundle. */
const packageFile = (path: string) => Bun.file(resolve(import.meta.dir, path))

const createAssets = async () => ({
  viewerScript: await createAsset('swagger-ui.js', javascript, packageFile(viewerScript)),
  viewerStyle: await createAsset('swagger-ui.css', css, packageFile(viewerStyle)),
  pageScript: await createAsset('page.js', javascript, new Blob([pageScript])),
  pageStyle: await createAsset('page.css', css, new Blob([pageStyle])),
})

let assets: ReturnType<typeof createAssets> | undefined

/** The files of the page. They are read once, at the first request. */
export const readAssets = () => {
  assets ??= createAssets()
  return assets
}

/** Responds with the file of a path `/docs/<name>`, in an encoding that the client accepts. @throws NotFound */
export const sendAsset = async (request: Request): Promise<Response> => {
  const [, , name = ''] = pathOf(request.url).split('/')
  const asset = Object.values(await readAssets()).find((candidate) => candidate.name === name)
  if (!asset) throw new NotFound('File', name)
  const { type, body } = asset
  const encoding = negotiateEncoding(request.headers.get('accept-encoding'), contentEncodings)
  return new Response(encoding ? await body.encoded(encoding) : body.plain(), {
    headers: assetHeaders(type, encoding),
  })
}
