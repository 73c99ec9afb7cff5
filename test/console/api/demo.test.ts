import { expect, test } from 'bun:test'
import { runSql } from '../../support/audit.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { password, startTestLibrary } from '../../support/library.ts'

const demo = { accounts: [], resetAt: () => '2026-11-22T18:00:00.000Z', reset: async () => {}, onFull: () => {} }

test.each([true, false])('a demo records no address and no program of its visitors: %p', async (isDemo) => {
  await using library = await startTestLibrary({
    ...(isDemo && { demo }),
    tokenUsageIntervals: { flushInterval: 1, resolution: 1 },
  })
  const { admin, user } = library
  await library.anonymous.post('/login', { email: 'admin@example.com', password })
  await admin.post('/genres', { name: 'Jazz' })
  const used = () => runSql(library.file, 'SELECT * FROM tokens WHERE last_used_at IS NULL')
  while (used().length > 1) await Promise.all([admin.get('/me'), user.get('/me')])
  for (const path of ['/sessions', '/tokens', '/audit']) {
    const { status, body } = await sendToConsole(admin, 'GET', path)
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(0)
    for (const { address, program } of body) {
      if (isDemo) expect([path, address, program ?? null]).toEqual([path, null, null])
      else expect([path, address]).toEqual([path, '127.0.0.1'])
    }
  }
})

test('the rate limit of a demo counts each address on its own', async () => {
  await using library = await startTestLibrary({
    demo,
    limits: { login: { maxRequests: 3, windowMs: 3_600_000 } },
    trustedProxies: (address) => address === '127.0.0.1',
  })
  const logIn = async (address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const body = JSON.stringify({ email: 'x@example.com', password: 'wrong' })
    return (await library.anonymous.send('POST', '/login', { headers, body })).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push(await logIn('192.0.2.1'))
  expect(statuses).toEqual([422, 422, 422, 429])
  expect(await logIn('192.0.2.2')).toBe(422)
})
