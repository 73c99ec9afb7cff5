import { expect } from 'bun:test'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'

test('every response has X-Content-Type-Options and Content-Security-Policy', async ({ admin, user, anonymous }) => {
  const { track } = await createFixtures(admin)
  const responses = [
    await user.get(`/tracks/${track.id}`),
    await user.get(`/tracks/${track.id}`),
    await user.get('/tracks'),
    await user.send('HEAD', '/tracks'),
    await admin.get('/users'),
    await anonymous.get('/labels'),
    await user.get('/labels/99'),
    await admin.post('/labels', { name: 'Verve' }),
    await admin.post('/labels', { name: '' }),
    await user.send('PATCH', '/labels'),
    await user.get('/nowhere'),
    await anonymous.post('/login', {}),
    await admin.send('DELETE', `/tracks/${track.id}`),
  ]
  for (const { headers } of responses) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})

test('a response with a token has Cache-Control: no-store', async ({ anonymous }) => {
  const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
  const registration = await anonymous.post('/register', { ...account, password_confirmation: 'pannonica' })
  const login = await anonymous.post('/login', account)
  for (const { headers } of [registration, login]) expect(headers.get('cache-control')).toBe('no-store')
})
