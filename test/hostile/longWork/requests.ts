import { resourceNames } from '../../../src/catalogue/resources.ts'
import type { Document } from '../../support/openApiDocument.ts'

// Requests for long work: every GET that is mounted, searches that read much, and the previews of large changes.

export interface LongRequest {
  method: string
  path: string
  body?: object
}

/** Those that never end, and the page and the files of the console. */
const left = ['/changes/stream', '/console/setup', '/console', '/docs']

/** Every GET of the document with a record where the path needs one. It follows from the mounted routes. */
const readRequests = ({ paths }: Document): LongRequest[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    operations.get && !left.includes(path) ? [{ method: 'GET', path: path.replaceAll(/\{\w+\}/g, '1') }] : [],
  )

const searches = [
  'q=blue',
  'q=blue%20tra&sort=title',
  'sort=title&offset=LAST',
  'created_at=2020..&sort=duration_seconds',
  'created_at=2020..&duration_seconds=100..300&sort=title&offset=LAST',
  'q=track&created_at=2020..&sort=title&offset=LAST',
  'label_id=1,2,3,4,5,6,7,8,9,10&sort=-title',
  'liked=false&sort=title',
]

const files = ['', 'q=track', 'sort=title', 'created_at=2020..&sort=-duration_seconds', 'label_id=1,2,3&sort=title']

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

/** @param tracks - how many tracks the library has */
export const longRequests = (document: Document, tracks: number): LongRequest[] => {
  const get = (path: string): LongRequest => ({ method: 'GET', path })
  const preview = (path: string, body: object): LongRequest => ({
    method: 'POST',
    path: `/console/api${path}`,
    body: { ...body, dry_run: true },
  })
  const many = Math.min(tracks, 10_000)
  return [
    ...readRequests(document),
    ...searches.map((query) => get(`/search/tracks?${query.replace('LAST', String(Math.floor(tracks / 2.5)))}`)),
    ...files.map((query) => get(`/console/api/csv/tracks?${query}`)),
    ...resourceNames.map((name) => get(`/console/api/duplicates?resource=${name}`)),
    get(`/console/api/summaries/albums?ids=${idsFrom(1, 500).join()}`),
    get('/console/api/audit/?q=no%20entry%20has%20this'),
    get('/console/api/audit/?record=tracks/3'),
    preview('/bulk/tracks', { ids: idsFrom(1, many), changes: { title: { replace: 'Track', with: 'Piece' } } }),
    preview('/bulk/tracks', { ids: idsFrom(1, many), changes: { genre_ids: { add: [2] } } }),
    preview('/bulk/tracks/delete', { ids: idsFrom(1, 1_000) }),
    preview('/artists/1/merge', { from: idsFrom(2, 100) }),
    preview('/labels/1/merge', { from: idsFrom(2, 100) }),
  ]
}
