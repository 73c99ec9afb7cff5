import { expect, test } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'

test('every response has X-Content-Type-Options and Content-Security-Policy', async () => {
  await using library = await startTestLibrary({ limits: { login: { maxRequests: 2, windowMs: 60_000 } } })
  const { track } = await createFixtures(library.admin)
  const responses = [
    await library.user.get(`/tracks/${track.id}`),
    await library.user.get(`/tracks/${track.id}`),
    await library.user.get('/tracks'),
    await library.user.get('/tracks'),
    await library.user.send('HEAD', '/tracks'),
    await library.user.get('/me'),
    await library.admin.get('/users'),
    await library.anonymous.get('/labels'),
    await library.user.get('/labels/99'),
    await library.user.post('/labels', { name: 'x' }),
    await library.admin.post('/labels', { name: 'Verve' }),
    await library.admin.post('/labels', { name: '' }),
    await library.user.send('PATCH', '/labels'),
    await library.user.get('/nowhere'),
    await library.anonymous.post('/login', {}),
    await library.admin.send('DELETE', `/tracks/${track.id}`),
  ]
  for (const { headers } of responses) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})

test('a response with a token has Cache-Control: no-store, and a list private, no-cache', async () => {
  await using library = await startTestLibrary()
  const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
  const registration = await library.anonymous.post('/register', { ...account, password_confirmation: 'pannonica' })
  const login = await library.anonymous.post('/login', account)
  for (const { headers } of [registration, login]) expect(headers.get('cache-control')).toBe('no-store')
  const first = await library.user.get('/labels')
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await library.user.send('GET', '/labels', {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
})
