import { type Changes, type ChangesOptions, followChanges } from './changes.ts'
import { ApiError } from './errors.ts'
import { type ClientOptions, checkOptions, createRoot } from './options.ts'
import { createRequests, type RequestOptions, type SendOptions } from './requests.ts'
import { apiPath, createResource, type Resource, recordPath } from './resource.ts'
import { createResponseCache } from './responseCache.ts'
import { createSearches, type LinkedPage, type Searches } from './search.ts'
import { createSession, type SessionListener } from './session.ts'
import type * as types from './types.ts'

/**
 * Every method throws an ApiError for a response that is not a success, an InvalidError if it names members of the body, and
 * else a TypeError with the request and the cause, or whatever the `fetch` of the caller throws.
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
   * Calls a function whenever the token has changed: after a registration, a login, a logout and `onUnauthenticated`, and when the client drops a
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
  checkOptions(options)
  const { fetch, timeoutMs, retries = 0 } = options
  const cache = createResponseCache()
  const session = createSession(options.token || undefined, options.onUnauthenticated, cache.clear)
  const requests = createRequests({
    readRoot: createRoot(options),
    fetch,
    session,
    cache,
    timeoutMs,
    retries,
  })
  const { receive, send, sendWith, etagOf } = requests

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
    labels: createResource(send, 'labels'),
    genres: createResource(send, 'genres'),
    artists: createResource(send, 'artists'),
    albums: createResource(send, 'albums'),
    tracks: {
      ...createResource(send, 'tracks'),
      like: async (id, options) => send('POST', `${recordPath('tracks', id)}/like`, options),
      unlike: async (id, options) => send('DELETE', `${recordPath('tracks', id)}/like`, options),
    },
    users: createResource(send, 'users'),
    search: createSearches(requests),
    changes: (options) => followChanges(requests, options),
    etagOf,
    request: send,
    requestPage: async <Listed>(path: string, options?: RequestOptions) => {
      const { value, ...page } = await receive<Listed[]>('GET', path, options)
      return { records: value, ...page }
    },
  }
}
