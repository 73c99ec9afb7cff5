// The baseline: the same responses from Bun's server and SQLite by hand, with one commit for each write and no cache. It has no audit
// trail and nothing that searches need, and removes their triggers and indexes from the library.
// server <database> <port> baseline | tuned
// As `tuned` it remembers callers by their header and records as bytes, and commits writes in batches: the limit of this stack.
import { type Caller, openLibrary, type TrackBody } from './library.ts'

const [file = '', port = '0', kind] = process.argv.slice(2)
const tuned = kind === 'tuned'
const library = openLibrary(file, tuned)

const errorResponse = (status: number, message: string) => Response.json({ message }, { status })
const notFound = (kind: string, id: string) => errorResponse(404, `${kind} ${id} was not found.`)
const invalid = (field: string, problem: string) =>
  Response.json(
    { message: 'The given data was invalid.', errors: { [field]: [`The ${field} ${problem}`] } },
    { status: 400 },
  )

const sha256 = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest('hex')

/** The callers that were found, by the header. Only as `tuned`. */
const callers = new Map<string, Caller>()

const findCaller = ({ headers }: Request) => {
  const authorization = headers.get('authorization') ?? ''
  const remembered = callers.get(authorization)
  if (remembered) return remembered
  const caller = authorization.startsWith('Bearer ') ? library.caller(sha256(authorization.slice(7))) : null
  if (tuned && caller) callers.set(authorization, caller)
  return caller
}

const unauthenticated = () => errorResponse(401, 'Unauthenticated.')

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max

const recordResponse = (record: unknown, kind: string, id: string) =>
  record ? Response.json(record) : notFound(kind, id)

interface SentRecord {
  body: string
  etag: string
}

/** The records that were sent, by the kind and the id. Only as `tuned`. A label that changes forgets all tracks, since it is in many of them. */
const sentRecords = { Label: new Map<string, SentRecord>(), Track: new Map<string, SentRecord>() }
type Kind = keyof typeof sentRecords

const encodeRecord = (record: unknown): SentRecord => {
  const body = JSON.stringify(record)
  return { body, etag: `W/"${Bun.hash.xxHash64(body).toString(36)}"` }
}

/** The response to a GET, with an ETag from the hash of the body: 304 if the client has the body already. */
const revalidatedResponse = (request: Request, kind: Kind, id: string, read: (id: number) => unknown) => {
  let sent = sentRecords[kind].get(id)
  if (!sent) {
    const record = read(Number(id))
    if (!record) return notFound(kind, id)
    sent = encodeRecord(record)
    if (tuned) sentRecords[kind].set(id, sent)
  }
  const { body, etag } = sent
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
  return new Response(body, { headers: { etag, 'content-type': 'application/json' } })
}

/** Handles a write with a JSON body that only an admin may make. */
const handleWrite = async <Body>(request: Request, write: (body: Body) => Response | Promise<Response>) => {
  const caller = findCaller(request)
  if (!caller) return unauthenticated()
  if (caller.role !== 'admin') return errorResponse(403, 'Forbidden.')
  try {
    return await write((await request.json()) as Body) // the bench sends only bodies of this type
  } catch (error) {
    if (error instanceof SyntaxError) return errorResponse(400, 'The body is not valid JSON.')
    throw error
  }
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  routes: {
    '/api/labels': {
      POST: (request) =>
        handleWrite<{ name: string }>(request, async ({ name }) => {
          if (!isText(name, 100)) return invalid('name', 'is required.')
          return Response.json(await library.createLabel(name.trim()), { status: 201 })
        }),
    },
    '/api/labels/:id': {
      GET: (request) => {
        if (!findCaller(request)) return unauthenticated()
        return revalidatedResponse(request, 'Label', request.params.id, library.label)
      },
      PUT: (request) =>
        handleWrite<{ name: string }>(request, async ({ name }) => {
          const { id } = request.params
          if (!isText(name, 100)) return invalid('name', 'is required.')
          const label = await library.updateLabel(Number(id), name.trim())
          sentRecords.Label.delete(id)
          sentRecords.Track.clear()
          return recordResponse(label, 'Label', id)
        }),
    },
    '/api/tracks': {
      POST: (request) =>
        handleWrite<TrackBody>(request, async (body) => {
          if (!isText(body.title, 255)) return invalid('title', 'is required.')
          if (!isText(body.file_path, 255)) return invalid('file_path', 'is required.')
          return Response.json(await library.createTrack(body), { status: 201 })
        }),
    },
    '/api/tracks/:id': {
      GET: (request) => {
        if (!findCaller(request)) return unauthenticated()
        return revalidatedResponse(request, 'Track', request.params.id, library.track)
      },
      PUT: (request) =>
        handleWrite<TrackBody>(request, async (body) => {
          const { id } = request.params
          if (body.title !== undefined && !isText(body.title, 255)) return invalid('title', 'is required.')
          const track = await library.updateTrack(Number(id), body)
          sentRecords.Track.delete(id)
          return recordResponse(track, 'Track', id)
        }),
    },
    '/api/tracks/:id/like': {
      POST: async (request) => {
        const caller = findCaller(request)
        if (!caller) return unauthenticated()
        const { id } = request.params
        if (!(await library.like(caller.id, Number(id)))) return notFound('Track', id)
        return Response.json({ message: 'Track liked.' })
      },
    },
  },
  fetch: () => errorResponse(404, 'There is nothing at this path. The API is below /api.'),
})

console.log(`Listening on ${server.url.origin}/api`)
