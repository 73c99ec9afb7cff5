import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { NotFound, Unauthenticated } from '../../base/errors.ts'
import { capitalize, withArticle } from '../../base/words.ts'
import { type ResourceName, resources } from '../../catalogue/resources.ts'
import { readListedRecords } from '../../catalogue/store.ts'
import { formatEtag, matchesEtag } from '../../http/etags.ts'
import type { RecordPath } from '../../http/paths.ts'
import { describeParameters, type Parameter, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses, Message, notModified } from '../../http/schemas.ts'
import { securityHeaders } from '../../http/securityHeaders.ts'
import { RequestWork } from '../../library/longWork.ts'
import { parseId } from '../../validation/reference.ts'
import type { Covers } from '../covers/covers.ts'
import { createCoverKeys } from '../covers/keys.ts'
import type { ConsoleDeps } from '../deps.ts'

/** The resources whose records have a picture. */
const names = ['albums', 'artists'] as const satisfies readonly ResourceName[]

const sizes = [64, 320, 640] as const
const defaultSize = 320

const text = (description: string): Parameter<string> => ({
  parse: (value) => value,
  rule: 'must be text.',
  jsonSchema: { type: 'string' },
  description,
  isRequired: true,
})

const size: Parameter<(typeof sizes)[number]> = {
  parse: (value) => sizes.find((number) => String(number) === value),
  rule: `must be one of ${sizes.join(', ')}.`,
  jsonSchema: { enum: sizes, default: defaultSize },
  description: 'The maximum width and height, in pixels. No picture is enlarged.',
}

const ofRecord = { key: text('The key that the summary of the record has.'), size }
const ofFile = { path: text('A cover_path.') }

const Picture = Type.Unsafe<Response>(Type.String({ title: 'Picture', contentMediaType: 'image/webp' }))

const responses = { 200: Picture, ...notModified, 400: BadRequestBody, 404: Message, 503: Message }

/** The pictures in the folder for covers, as WebP. */
export const coverRoutes = (deps: ConsoleDeps, covers: Covers) => {
  const { library, ownerOf } = deps
  const keys = createCoverKeys(deps)

  /** Reads the record of a path whose key is valid. @throws Unauthenticated */
  const requireKey = async (resource: ResourceName, { id: sent = '' }: RecordPath, key: string) => {
    const id = parseId(sent) ?? 0
    let coverPath: unknown
    const isValid = await keys.isValid(key, async () => {
      const [record] = await readListedRecords(library.read, resource, [id])
      coverPath = record?.cover_path
      return record && { resource, id, cover_path: coverPath }
    })
    if (!isValid) throw new Unauthenticated()
    return coverPath
  }

  const routes = new Elysia({ prefix: '/covers' }).use(fileRoute(deps, covers))
  for (const name of names) {
    const { kind } = resources[name]
    routes.get(
      `/${name}/:id`,
      async ({ params, request }) => {
        const query = new URL(request.url).searchParams
        const coverPath = await requireKey(name, params, query.get('key') ?? '')
        const { size: edge = defaultSize } = parseQuery(ofRecord, query)
        const work = new RequestWork(() => ownerOf(request, undefined), request)
        return sendCover(covers, coverPath, edge, work, new NotFound('Cover', params.id))
      },
      {
        detail: {
          operationId: `read${capitalize(kind)}Cover`,
          summary: `Read the picture of ${withArticle(kind)}`,
          queryParameters: describeParameters(ofRecord),
          responseHeaders: ['ETag'],
        },
        response: { ...responses, 401: Message },
      },
    )
  }
  return routes
}

/** The picture of a path that is typed into a form. */
const fileRoute = ({ guards }: ConsoleDeps, covers: Covers) =>
  new Elysia({ name: 'console-cover-file' }).use(guards.adminOnly).get(
    '/file',
    async ({ longWork }) => {
      const { path = '' } = parseQuery(ofFile, new URL(longWork.request.url).searchParams)
      return sendCover(covers, path, defaultSize, longWork, new NotFound('Cover', path))
    },
    {
      detail: {
        operationId: 'readCoverFile',
        summary: 'Read the picture of a cover_path',
        queryParameters: describeParameters(ofFile),
        responseHeaders: ['ETag'],
      },
      response: { ...responses, ...errorResponses.adminRecord },
    },
  )

/** @throws NotFound where there is no picture */
const sendCover = async (covers: Covers, coverPath: unknown, edge: number, work: RequestWork, notFound: NotFound) => {
  const cover = await covers.find(coverPath)
  if (!cover) throw notFound
  const etag = formatEtag(cover.version)
  const headers = { etag, 'cache-control': 'private, max-age=86400', ...securityHeaders }
  const ifNoneMatch = work.request.headers.get('if-none-match')
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers })
  const webp = await cover.convert(edge, work)
  if (!webp) throw notFound
  return new Response(webp, { headers: { 'content-type': Picture.contentMediaType, ...headers } })
}
