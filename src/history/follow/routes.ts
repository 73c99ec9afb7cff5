import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../accounts/callers.ts'
import type { Guards } from '../../accounts/guards.ts'
import { ValidationError } from '../../base/errors.ts'
import { jsonResponse } from '../../http/jsonResponse.ts'
import { describeParameters, integerParameter, type Parameter, parseQuery } from '../../http/query.ts'
import { BadRequestBody, errorResponses, Message } from '../../http/schemas.ts'
import { securityHeaders } from '../../http/securityHeaders.ts'
import type { Database } from '../../library/database.ts'
import type { RequestWork } from '../../library/longWork.ts'
import { toChange } from './events.ts'
import { ChangePage } from './model.ts'
import { cursorPattern, formatCursor, type Position, parseCursor } from './position.ts'
import { readChanges, readEnd } from './read.ts'
import type { ChangeStreams } from './streams.ts'

/** What the routes of changes are created with. */
interface ChangeRouteDeps {
  database: Pick<Database, 'snapshot' | 'longSnapshot'>
  guards: Guards
  changeStreams: Pick<ChangeStreams, 'open'>
}

/** How many entries of the audit trail a page looks at. */
const maxEntries = 20_000

const cursorRule = 'must be the next of an earlier response'

const since: Parameter<Position | 'now'> = {
  parse: (text) => (text === 'now' ? text : parseCursor(text)),
  rule: `${cursorRule}, or now.`,
  jsonSchema: { type: 'string', pattern: `^now$|${cursorPattern}` },
  description:
    'The `next` of an earlier response: only changes after it. `now` returns no change, and the cursor at the end.',
}

const parameters = {
  since,
  limit: integerParameter(1, 1_000, 'The maximum number of changes.', { default: 100 }),
}

const streamParameters = {
  since: {
    ...since,
    description: 'A cursor to begin at. `Last-Event-ID` takes precedence; without both it begins now.',
  },
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The `id` of the last event of a stream that was lost: the stream begins after it.',
  schema: { type: 'string', pattern: cursorPattern },
}

/** The cursor with which an interrupted stream goes on. */
const parseLastEventId = ({ headers }: Request): Position | undefined => {
  const id = headers.get('last-event-id')
  if (!id) return
  const position = parseCursor(id)
  if (!position) throw new ValidationError({ 'Last-Event-ID': [`The Last-Event-ID ${cursorRule}.`] })
  return position
}

const streamHeaders = {
  ...securityHeaders,
  'content-type': 'text/event-stream',
  // A proxy that compresses the stream would hold its events back.
  'cache-control': 'no-store, no-transform',
  // nginx would collect events before it sends them.
  'x-accel-buffering': 'no',
}

const EventStream = Type.String({ contentMediaType: 'text/event-stream' })

interface Context {
  request: Request
  caller: Caller
  longWork: RequestWork
}

export const changeRoutes = ({ database, guards, changeStreams }: ChangeRouteDeps) => {
  const respond = async ({ request, caller: { user }, longWork }: Context): Promise<Response> => {
    const { since, limit = 100 } = parseQuery(parameters, new URL(request.url).searchParams)
    const send = (page: ChangePage) => jsonResponse(page)
    if (since === 'now') return send({ changes: [], next: formatCursor(await database.snapshot(readEnd)), more: false })
    const viewer = { user_id: user.id, isAdmin: user.role.name === 'admin' }
    const { changes, next, hasMore } = await database.longSnapshot(longWork, (read) =>
      readChanges(read, since, { limit, maxEntries, viewer }),
    )
    return send({ changes: changes.map(toChange), next: formatCursor(next), more: hasMore })
  }

  const stream = async ({ request, caller, longWork }: Context): Promise<Response> => {
    const { since } = parseQuery(streamParameters, new URL(request.url).searchParams)
    const from = parseLastEventId(request) ?? (since === 'now' ? undefined : since)
    if (request.method === 'HEAD') return new Response(null, { headers: streamHeaders })
    return new Response(await changeStreams.open(longWork, caller, from), { headers: streamHeaders })
  }

  const errors = { 400: BadRequestBody, 410: Message, ...errorResponses.signedIn }
  return new Elysia({ prefix: '/changes', tags: ['Changes'] })
    .use(guards.signedIn)
    .get('/', respond, {
      detail: {
        operationId: 'listChanges',
        summary: 'List what has changed',
        queryParameters: describeParameters(parameters),
      },
      response: { 200: ChangePage, ...errors },
    })
    .get('/stream', stream, {
      detail: {
        operationId: 'streamChanges',
        summary: 'Follow changes as server-sent events',
        queryParameters: [...describeParameters(streamParameters), lastEventId],
        responseHeaders: ['X-Accel-Buffering'],
      },
      response: { 200: EventStream, ...errors },
    })
}
