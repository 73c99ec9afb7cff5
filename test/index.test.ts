import { expect, test } from 'bun:test'
import { startMusicLibrary } from '../src/index.ts'
import { client } from './support/client.ts'

test('an embedded library has its admin and catalogue, and the admin logs in', async () => {
  const password = 'correct horse'
  await using library = await startMusicLibrary({
    catalogue: 'sample',
    admin: { email: ' admin@example.com ', password },
  })
  expect((await client(library.url).get('/labels')).status).toBe(401)
  const { status, body } = await client(library.url).post('/login', { email: 'admin@example.com', password })
  expect([status, body.user.email, body.user.role.name]).toEqual([200, 'admin@example.com', 'admin'])
  expect((await client(library.url, body.token).get('/albums')).body).toHaveLength(22)
})

test('an embedded library rejects an invalid admin', async () => {
  await expect(startMusicLibrary({ admin: { email: 'nobody', password: 'correct horse' } })).rejects.toMatchObject({
    name: 'ValidationError',
  })
})
