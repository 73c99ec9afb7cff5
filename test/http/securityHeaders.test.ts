import { expect } from 'bun:test'
import { libraryTest as test } from '../support/fixtureTest.ts'

// Every response has them: the OpenAPI document needs them, and each response of a test is compared with it.
test('a response has X-Content-Type-Options and Content-Security-Policy, and one with a token Cache-Control: no-store', async ({
  anonymous,
}) => {
  const account = { name: 'Nica', email: 'nica@example.com', password: 'pannonica' }
  const registration = await anonymous.post('/register', { ...account, password_confirmation: 'pannonica' })
  for (const { headers } of [registration, await anonymous.post('/login', account)]) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  }
})
