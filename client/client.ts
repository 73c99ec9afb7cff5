import { checkTimeout } from './attempts.ts'
import type { Changes, ChangesOptions } from './changes.ts'
import { ApiError } from './errors.ts'
import { createRequests, type RequestOptions, type SendOptions } from './requests.ts'
import { createResource, type Resource, recordPath } from './resource.ts'
import { createResponseCache } from './responseCache.ts'
import type { FetchRequest } from './runtime.ts'
import { createSearches, type LinkedPage, type Searches } from './search.ts'
import { createSession, type OnUnauthenticated, type SessionListener } from './session.ts'
import type * as types from './types.ts'

/** The client needs one of both URLs. */
export type ClientOptions = SharedOptions &
  (
    | {
        /** The URL of the server. In a browser it may be a path, such as `/`. */
        url: string
        baseUrl?: undefined
      }
    | {
        /** The URL of the API, which ends in `/api`: the `url` of the server with this path. */
        baseUrl: string
        url?: undefined
      }
  )

interface SharedOptions {
  /** A token of an earlier session. */
  token?: string | null | undefined
  /** Sends a request; the global `fetch` by default. */
  fetch?: FetchRequest | undefined
  /**
   * Is called when the server rejects the token of a request. If it returns another token, the client keeps it, and sends
   * the request once more. Otherwise the client drops the token. It is not called for a log-in and a log-out.
   */
  onUnauthenticated?: OnUnauthenticated | undefined
  /**
   * The time for each attempt of a request, until its whole response is there, in milliseconds; none by default. Afterwards the method throws a
   * DOMException with the name TimeoutError. `changes` has a limit of its own: 45 seconds of silence.
   */
  timeoutMs?: number | undefined
  /**
   * How often a read (a GET) that fails is sent again, at most: if there is no response, or one with the status 429 or from 500. It waits as long as
   * the `Retry-After` of the response says, if this is at most 30 seconds, or else a growing time from half a second. 0 by default.
   */
  retries?: number | undefined
}

/**
 * Every method throws an ApiError for a response that is not a success, an InvalidError if it names members of the body, and
 * else whatever `fetch` throws.
 */
export interface Client {
  /** The token of the session, if there is one. */
  readonly token: string | undefined
  /** Creates an account, and keeps its token. */
  register(account: types.Registration, options?: RequestOptions): Promise<types.Session>
  /** Logs in, and keeps the token. */
  login(credentials: types.Credentials, options?: RequestOptions): Promise<types.Session>
  /** Revokes the token, and drops it. A token that the server no longer knows is no error. */
  logout(options?: RequestOptions): Promise<void>
  /**
   * Calls a function whenever the token has changed: after a registration, a log-in, a log-out and `onUnauthenticated`, and when the client drops a
   * token that the server has rejected.
   * @returns a function that ends it
   */
  onSession(listener: SessionListener): () => void
  me: {
    get(options?: RequestOptions): Promise<types.User>
    update(body: types.OwnChanges, options?: RequestOptions): Promise<types.User>
    /** Returns the tracks that the user likes, the latest like first. */
    likes(options?: RequestOptions): Promise<types.ListedTrack[]>
  }
  labels: Resource<types.Label, types.Label, types.LabelBody, types.LabelBody>
  genres: Resource<types.Genre, types.Genre, types.GenreBody, types.GenreBody>
  artists: Resource<types.ListedArtist, types.SingleArtist, types.NewArtist, types.ArtistChanges>
  albums: Resource<types.ListedAlbum, types.SingleAlbum, types.NewAlbum, types.AlbumChanges>
  tracks: Resource<types.ListedTrack, types.SingleTrack, types.NewTrack, types.TrackChanges> & {
    like(id: number, options?: RequestOptions): Promise<types.Message>
    unlike(id: number, options?: RequestOptions): Promise<types.Message>
  }
  /** Only for admins. */
  users: Resource<types.User, types.User, types.NewUser, types.UserChanges>
  search: Searches
  /**
   * Follows changes as they are made. A lost connection is opened again, and nothing is missed.
   * @throws ApiError if the server rejects the request: 401, 403, or 410 for changes that it does not keep any more
   */
  changes(options?: ChangesOptions): AsyncGenerator<Changes>
  /**
   * Returns the ETag of a record, for `ifMatch`. The record is what `get` has returned, or an `update` with `ifMatch`, and not a copy of it.
   * @throws TypeError for another value
   */
  etagOf(record: object): string
  /**
   * Sends a request to another path of the server, such as `/openapi.json`, with the token of the session.
   * @returns the JSON of the response; undefined for a response without a body, and an empty object for a HEAD
   */
  request<Value>(method: string, path: string, options?: SendOptions): Promise<Value>
  /** Reads one page of a list at another path of the server, such as `/search/albums?type=ep`. */
  requestPage<Listed>(path: string, options?: RequestOptions): Promise<LinkedPage<Listed>>
}

/**
 * Creates a client of the API.
 * @throws TypeError for an option that is wrong or missing
 */
export const createClient = (options: ClientOptions): Client => {
  const { fetch, timeoutMs, retries = 0 } = options
  checkTimeout(timeoutMs)
  const cache = createResponseCache()
  const session = createSession(options.token || undefined, options.onUnauthenticated, cache.clear)
  const root = parseRoot(options)
  const { prepare, receive, open, send, sendWith, etagOf } = createRequests({
    readRoot: () => root,
    fetch,
    session,
    cache,
    timeoutMs,
    retries,
  })

  /** Sends the body of a register or login, and keeps the token of the response. */
  const startSession = async (path: string, body: object, options?: RequestOptions) => {
    const started = await sendWith<types.Session>(undefined, 'POST', apiPath + path, { ...options, body })
    session.setToken(started.token)
    return started
  }

  return {
    get token() {
      return session.token
    },
    register: (account, options) => startSession('/register', account, options),
    login: (credentials, options) => startSession('/login', credentials, options),
    logout: async (options) => {
      const { token } = session
      if (!token) return
      try {
        await sendWith(token, 'POST', `${apiPath}/logout`, options)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error
      }
      // The caller may have logged in again in the meantime.
      if (session.token === token) session.setToken(undefined)
    },
    onSession: session.onChange,
    me: {
      get: (options) => send('GET', `${apiPath}/me`, options),
      update: (body, options) => send('PUT', `${apiPath}/me`, { ...options, body }),
      likes: (options) => send('GET', `${apiPath}/me/likes`, options),
    },
    labels: createResource(send, `${apiPath}/labels`),
    genres: createResource(send, `${apiPath}/genres`),
    artists: createResource(send, `${apiPath}/artists`),
    albums: createResource(send, `${apiPath}/albums`),
    tracks: {
      ...createResource(send, `${apiPath}/tracks`),
      like: (id, options) => send('POST', `${recordPath(`${apiPath}/tracks`, id)}/like`, options),
      unlike: (id, options) => send('DELETE', `${recordPath(`${apiPath}/tracks`, id)}/like`, options),
    },
    users: createResource(send, `${apiPath}/users`),
    search: createSearches(receive),
    changes: async function* (options) {
      // Most programs follow nothing: a page loads this when it does.
      const { followChanges } = await import('./changes.ts')
      prepare()
      yield* followChanges(open, options)
    },
    etagOf,
    request: send,
    requestPage: async <Listed>(path: string, options?: RequestOptions) => {
      const { value, ...page } = await receive<Listed[]>('GET', path, options)
      return { records: value, ...page }
    },
  }
}

const apiPath = '/api'

/** Returns the URL of the server, without a slash at its end. */
const parseRoot = ({ url, baseUrl }: ClientOptions) => {
  if ((url === undefined) === (baseUrl === undefined))
    throw new TypeError(
      'A client needs either the url of the server, such as http://127.0.0.1:3000, or the baseUrl of its API.',
    )
  const given = String(url ?? baseUrl).replace(/\/$/, '')
  const isApi = given.endsWith(apiPath)
  if (url === undefined && !isApi)
    throw new TypeError('The baseUrl must end in /api, such as http://127.0.0.1:3000/api.')
  if (url !== undefined && isApi)
    throw new TypeError('The url is that of the server, without /api, such as http://127.0.0.1:3000.')
  return isApi ? given.slice(0, -apiPath.length) : given
}
