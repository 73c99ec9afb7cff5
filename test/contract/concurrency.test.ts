import { expect, test } from 'bun:test'
import { type ClientResponse, client } from '../support/client.ts'
import { createFixtures, createMany } from '../support/createFixtures.ts'
import { password, startTestLibrary } from '../support/library.ts'

const times = <T>(count: number, request: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => request(n)))

const tally = (responses: ClientResponse[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const ids = (records: { id: number }[]) => records.map(({ id }) => id)

test('fifty likes of one track at once leave one like', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  expect(tally(await times(50, () => library.user.post(`/tracks/${track.id}/like`)))).toEqual({ 200: 50 })
  expect(ids((await library.user.get('/me/likes')).body)).toEqual([track.id])
  await library.user.delete(`/tracks/${track.id}/like`)
  expect((await library.user.get('/me/likes')).body).toEqual([])
})

test('likes and unlikes at once leave one like or none', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const path = `/tracks/${track.id}/like`
  expect(tally(await times(50, (n) => (n % 2 ? library.user.delete(path) : library.user.post(path))))).toEqual({
    200: 50,
  })
  expect((await library.user.get('/me/likes')).body.length).toBeLessThanOrEqual(1)
})

test('thirty registrations of one address at once make one account', async () => {
  await using library = await startTestLibrary()
  const responses = await times(30, (n) =>
    library.anonymous.post('/register', {
      name: `Nica ${n}`,
      email: n % 2 ? 'Nica@Example.com' : 'nica@example.COM',
      password: 'pannonica',
      password_confirmation: 'pannonica',
    }),
  )
  expect(tally(responses)).toEqual({ 201: 1, 400: 29 })
  for (const { status, body } of responses) if (status === 400) expect(Object.keys(body.errors)).toEqual(['email'])
  expect((await library.admin.get('/users')).body).toHaveLength(3)
})

test('one address given to ten users at once goes to one of them', async () => {
  await using library = await startTestLibrary()
  const users = await times(10, (n) => library.createAccount(`user${n}@example.com`))
  const responses = await times(10, (n) => library.admin.put(`/users/${users[n]?.id}`, { email: 'Same@example.com' }))
  expect(tally(responses)).toEqual({ 200: 1, 400: 9 })
})

test('forty changes of a set at once end in exactly one of the sent sets', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const artists = await createMany(library.admin, '/artists', 8)
  const sets = Array.from({ length: 40 }, (_, n) => artists.filter((_, at) => (n + 1) & (1 << at)))
  const responses = await times(40, (n) => library.admin.put(`/tracks/${track.id}`, { artist_ids: sets[n] }))
  expect(tally(responses)).toEqual({ 200: 40 })
  for (const [n, { body }] of responses.entries()) expect(ids(body.artists)).toEqual(sets[n] ?? [])
  const { body } = await library.user.get(`/tracks/${track.id}`)
  expect(sets).toContainEqual(ids(body.artists))
})

test('a hundred records made at once have a hundred ids', async () => {
  await using library = await startTestLibrary()
  const responses = await times(100, (n) => library.admin.post('/artists', { name: `Number ${n}` }))
  expect(tally(responses)).toEqual({ 201: 100 })
  for (const [n, { body }] of responses.entries()) expect(body.name).toBe(`Number ${n}`)
  const { body: listed } = await library.user.get('/artists')
  expect(ids(listed)).toEqual([...new Set(ids(responses.map(({ body }) => body)))].sort((a, b) => a - b))
  expect(listed).toHaveLength(100)
})

test('a reader never sees half of a write', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const artists = await createMany(library.admin, '/artists', 6)
  const genres = await createMany(library.admin, '/genres', 6)
  const states = [
    { title: 'Even', artist_ids: artists.slice(0, 3), genre_ids: genres.slice(0, 3) },
    { title: 'Odd', artist_ids: artists.slice(3), genre_ids: genres.slice(3) },
  ]
  const path = `/tracks/${track.id}`
  await library.admin.put(path, states[0])
  const write = async () => {
    for (let n = 1; n <= 40; n++) await library.admin.put(path, states[n % 2])
  }
  const seen = (record: ClientResponse['body']) => ({
    title: record.title,
    artist_ids: ids(record.artists),
    genre_ids: ids(record.genres),
  })
  const read = async () => {
    for (let n = 0; n < 40; n++) {
      expect(states).toContainEqual(seen((await library.user.get(path)).body))
      expect(states).toContainEqual(seen((await library.user.get('/tracks')).body[0]))
    }
  }
  await Promise.all([write(), read(), read()])
})

test('of a write that is refused beside others nothing is kept', async () => {
  await using library = await startTestLibrary()
  const { track, artist } = await createFixtures(library.admin)
  const responses = await times(40, (n) =>
    library.admin.put(`/tracks/${track.id}`, {
      title: `Title ${n}`,
      artist_ids: n % 2 ? [artist.id, 998] : [artist.id],
    }),
  )
  expect(tally(responses)).toEqual({ 200: 20, 400: 20 })
  const { body } = await library.user.get(`/tracks/${track.id}`)
  expect(Number(body.title.slice('Title '.length)) % 2).toBe(0)
  expect(ids(body.artists)).toEqual([artist.id])
})

test('a record that is deleted twenty times at once is deleted once', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  expect(tally(await times(20, () => library.admin.delete(`/tracks/${track.id}`)))).toEqual({ 204: 1, 404: 19 })
})

test('a label that goes while albums come leaves no album that refers to it', async () => {
  await using library = await startTestLibrary()
  const { label } = await createFixtures(library.admin)
  const posts = times(20, (n) => library.admin.post('/albums', { title: `Number ${n}`, label_id: label.id }))
  const [responses, gone] = await Promise.all([posts, library.admin.delete(`/labels/${label.id}`)])
  expect(gone.status).toBe(204)
  for (const { status } of responses) expect([201, 400]).toContain(status)
  for (const album of (await library.user.get('/albums')).body) {
    expect([album.label_id, album.label]).toEqual([null, null])
  }
})

test('D16: two admins who demote each other at once leave one admin', async () => {
  await using library = await startTestLibrary()
  const { body: first } = await library.admin.get('/me')
  const { body: user } = await library.user.get('/me')
  const second = await library.createAccount('second@example.com', 'admin')
  const responses = await Promise.all([
    library.admin.put(`/users/${second.id}`, { role_id: user.role_id }),
    second.put(`/users/${first.id}`, { role_id: user.role_id }),
  ])
  const statuses = responses.map(({ status }) => status).sort()
  expect([200, 409, 403]).toEqual(expect.arrayContaining(statuses))
  expect(statuses[0]).toBe(200)
  const stillAdmin = (await library.admin.get('/users')).status === 200 ? library.admin : second
  const roles = (await stillAdmin.get('/users')).body.map(({ role }: ClientResponse['body']) => role.name)
  expect(roles.filter((name: string) => name === 'admin')).toHaveLength(1)
})

test('liking while the account is being deleted is a 401 or a 404, and never a mistake of the server', async () => {
  await using library = await startTestLibrary()
  const { body: track } = await library.admin.post('/tracks', { title: 'a', file_path: 'b' })
  for (let round = 0; round < 10; round++) {
    const leaving = await library.createAccount(`leaving-${round}@example.com`)
    const [deleted, ...likes] = await Promise.all([
      library.admin.delete(`/users/${leaving.id}`),
      leaving.post(`/tracks/${track.id}/like`),
      leaving.post(`/tracks/${track.id}/like`),
      leaving.put('/me', { name: 'still here' }),
    ])
    expect(deleted.status).toBe(204)
    for (const { status } of likes) expect([200, 401]).toContain(status)
  }
})

test("D20: once an admin's reset of a password is answered, the old password can set no other", async () => {
  await using library = await startTestLibrary()
  for (let round = 0; round < 5; round++) {
    const email = `reset-${round}@example.com`
    const owner = await library.createAccount(email)
    const own = owner.put('/me', { password: 'chosen with the old one', current_password: password })
    const reset = await library.admin.put(`/users/${owner.id}`, { password: 'set by the admin' })
    expect(reset.status).toBe(200)
    expect([200, 400, 401]).toContain((await own).status)
    const late = await owner.put('/me', { password: 'another one', current_password: password })
    expect([400, 401]).toContain(late.status)
    const [admins, owners] = await Promise.all(
      ['set by the admin', 'chosen with the old one'].map((attempt) =>
        library.anonymous.post('/login', { email, password: attempt }),
      ),
    )
    expect([admins?.status, owners?.status]).toEqual([200, 422])
  }
})

test('of two sessions that change the password at once, one is told 200 and stays signed in', async () => {
  await using library = await startTestLibrary()
  const one = await library.createAccount('twice@example.com')
  const { body } = await library.anonymous.post('/login', { email: 'twice@example.com', password })
  const two = client(library.url, body.token)
  const responses = await Promise.all(
    [one, two].map((session, at) =>
      session.put('/me', { password: `a new password ${at}`, current_password: password }),
    ),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = responses[0]?.status === 200 ? one : two
  expect((await winner.get('/me')).status).toBe(200)
})
