import { ApiError, type ClientOptions, createClient, InvalidError } from '../../client/index.ts'

const { email, password } = { email: 'admin@example.com', password: 'correct horse' }

/**
 * Calls every method of the client against a new library with the accounts of `startTestLibrary`, and returns what they
 * return. It runs in Bun and, bundled, in Node.
 */
export const converse = async (options: ClientOptions) => {
  const client = createClient(options)
  const admin = createClient(options)

  const registration = { name: 'Ada', email: 'ada@example.com', password: 'long enough' }
  const registered = await client.register({ ...registration, password_confirmation: 'long enough' })
  const registeredToken = client.token
  await client.logout()
  const loggedOutToken = client.token
  const session = await client.login({ email: 'ada@example.com', password: 'long enough' })
  const renamed = await client.me.update({ name: 'Ada L.' })
  await admin.login({ email, password })

  const label = await admin.labels.create({ name: 'Verve' })
  const genre = await admin.genres.create({ name: 'Bebop' })
  const artist = await admin.artists.create({ name: 'Bill Evans', label_id: label.id })
  const album = await admin.albums.create({ title: 'Waltz for Debby', release_date: '1962-03-01', type: 'ep' })
  const references = { album_id: album.id, artist_ids: [artist.id], genre_ids: [genre.id] }
  const track = await admin.tracks.create({ title: 'My Foolish Heart', file_path: '1.flac', ...references })
  const user = await admin.users.create({ name: 'Nica', email: 'nica@example.com', password: 'pannonica' })

  const liked = await client.tracks.like(track.id)
  const likes = await client.me.likes()
  const unliked = await client.tracks.unlike(track.id)
  const noLikes = await client.me.likes()

  const updated = [
    await admin.labels.update(label.id, { name: 'Riverside' }),
    await admin.genres.update(genre.id, { name: 'Cool jazz' }),
    await admin.artists.update(artist.id, { duration: 7 }),
    await admin.albums.update(album.id, { type: 'album' }),
    await admin.tracks.update(track.id, { duration_seconds: 297 }),
    await admin.users.update(user.id, { name: 'Pannonica' }),
  ]
  const single = {
    label: await client.labels.get(label.id),
    genre: await client.genres.get(genre.id),
    artist: await client.artists.get(artist.id),
    album: await client.albums.get(album.id),
    track: await client.tracks.get(track.id),
    user: await admin.users.get(user.id),
  }
  const listed = {
    labels: await client.labels.list(),
    genres: await client.genres.list(),
    artists: await client.artists.list(),
    albums: await client.albums.list(),
    tracks: await client.tracks.list(),
    users: await admin.users.list(),
  }
  const deleted = [
    await admin.tracks.delete(track.id),
    await admin.albums.delete(album.id),
    await admin.artists.delete(artist.id),
    await admin.genres.delete(genre.id),
    await admin.labels.delete(label.id),
    await admin.users.delete(user.id),
  ]
  return {
    accounts: {
      isTokenOfRegistration: registeredToken === registered.token,
      isTokenDropped: loggedOutToken === undefined,
      isTokenOfLogin: client.token === session.token && session.token !== registered.token,
      names: [registered.user.name, renamed.name, (await client.me.get()).name],
    },
    created: [label.name, genre.name, artist.label?.name, album.release_date, track.artists[0]?.name, user.role.name],
    likes: [liked.message, likes.map(({ title }) => title), unliked.message, noLikes],
    updated: updated.map(({ id }) => id),
    single,
    listed,
    deletedValues: deleted.filter((value) => value !== undefined),
    remaining: await client.tracks.list(),
    errors: [
      await describeRejection(client.tracks.get(track.id)),
      await describeRejection(client.labels.create({ name: 'Verve' })),
      await describeRejection(admin.labels.create({ name: ' ' })),
      await describeRejection(admin.labels.list({ signal: AbortSignal.abort() })),
    ],
  }
}

/** What a promise rejects with, as values that survive JSON. */
const describeRejection = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    (value) => value,
    (error: unknown) => error,
  )
  return {
    name: error instanceof Error && error.name,
    status: error instanceof ApiError && error.status,
    hasRequestId: error instanceof ApiError && typeof error.requestId === 'string',
    errors: error instanceof InvalidError && error.errors,
  }
}
