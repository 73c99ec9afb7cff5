import {
  ApiError,
  type Client,
  createClient,
  InvalidError,
  type ListedTrack,
  type NewTrack,
} from 'music-library/client'

// A program that uses the client. test/package/types.test.ts checks it against the package. It is never run.

const client: Client = createClient({
  baseUrl: 'http://127.0.0.1:3000/api',
  token: null,
  fetch,
  onUnauthenticated: async () => (await client.login({ email: 'ada@example.com', password: 'a long secret' })).token,
})
createClient({ baseUrl: '/api', fetch: undefined, token: undefined, onUnauthenticated: () => undefined })
createClient({ baseUrl: '/api', onUnauthenticated: () => console.log('signed out') })
createClient({ baseUrl: '/api', onUnauthenticated: async () => console.log('signed out') })

export const read = async (signal: AbortSignal): Promise<(string | undefined)[]> => {
  const tracks: ListedTrack[] = await client.tracks.list({ signal })
  const track = await client.tracks.get(1)
  const artist = await client.artists.get(1)
  const pivot: { track_id: number; artist_id: number } | undefined = track.artists[0]?.pivot
  const type: 'album' | 'single' | 'ep' | undefined = track.album?.type
  return [tracks[0]?.title, track.album?.label?.name, artist.tracks[0]?.genres[0]?.name, pivot && type, client.token]
}

export const write = async (): Promise<void> => {
  const body: NewTrack = { title: 'So What', file_path: '1.flac', album_id: null, artist_ids: [1] }
  const { created_at } = await client.tracks.create(body)
  const text: string = created_at
  const updated = await client.tracks.update(1, { title: text }, { ifMatch: client.etagOf(await client.tracks.get(1)) })
  await client.tracks.delete(1, { ifMatch: client.etagOf(updated) })
  const nothing: undefined = (await client.tracks.delete(1)) as undefined
  // What is undefined is left out.
  await client.albums.update(1, { title: undefined, label_id: undefined, type: undefined })
  await client.me.update({ email: 'ada@example.org', current_password: 'a long secret' }, { signal: undefined })
  return nothing
}

export const explain = (error: unknown): string => {
  if (error instanceof InvalidError && error.name === 'InvalidError')
    return Object.values(error.errors).flat().join(' ')
  if (error instanceof ApiError) return `${error.status} ${error.requestId ?? ''} ${error.retryAfter ?? 0}`
  return String(error)
}

export const follow = (show: (token: string | undefined) => void): (() => void) => client.onSession(show)

export const search = async (): Promise<number> =>
  (await client.search.tracks({ liked: false, sort: '-duration_seconds', type: ['ep', 'single'] })).total

export const mistakes = async (): Promise<void> => {
  // @ts-expect-error: without a base URL
  createClient({ token: 'mlib_token' })
  // @ts-expect-error: an option that does not exist
  createClient({ baseUrl: '/api', tokens: 'mlib_token' })
  // @ts-expect-error: the token is read only
  client.token = 'mlib_token'
  // @ts-expect-error: an id is a number
  await client.tracks.get('1')
  // @ts-expect-error: a track needs a file_path
  await client.tracks.create({ title: 'So What' })
  // @ts-expect-error: no type of album
  await client.albums.create({ title: 'Milestones', type: 'lp' })
  // @ts-expect-error: dates stay text
  const day: Date | null = (await client.albums.get(1)).release_date
  // @ts-expect-error: the album of a listed track has no label
  const label = (await client.tracks.list())[0]?.album?.label
  // @ts-expect-error: only tracks are liked
  await client.albums.like(1)
  // @ts-expect-error: there may be no token
  client.onSession((token: string) => token.length)
  // @ts-expect-error: a search without words leaves them out
  await client.search.tracks({ q: null })
  // @ts-expect-error: no order of tracks
  await client.search.tracks({ sort: 'name' })
  // @ts-expect-error: only an InvalidError has sentences about members
  new ApiError('', new Response()).errors
  // @ts-expect-error: the second argument is the body
  await client.artists.update(1, { signal: AbortSignal.abort() })
  console.log(day, label)
}
