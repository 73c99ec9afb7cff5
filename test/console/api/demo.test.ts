import { expect, test } from 'bun:test'
import { demoResetPath } from '../../../src/http/paths.ts'
import type { Reset } from '../../../src/library/database.ts'
import { runSql } from '../../support/audit.ts'
import { sendToConsole } from '../../support/consoleApi.ts'
import { password, startTestLibrary } from '../../support/library.ts'
import { createManualClock } from '../../support/manualClock.ts'

const demo = { accounts: [], resetAt: () => '2026-11-22T18:00:00.000Z', reset: async () => {}, onFull: () => {} }

test('a demo records no address and no program of its visitors', async () => {
  await using library = await startTestLibrary({ demo, tokenUsageIntervals: { flushInterval: 1, resolution: 1 } })
  const { admin, user } = library
  await library.anonymous.post('/login', { email: 'admin@example.com', password })
  await admin.post('/genres', { name: 'Jazz' })
  const used = () => runSql(library.file, 'SELECT * FROM tokens WHERE last_used_at IS NULL')
  while (used().length > 1) await Promise.all([admin.get('/me'), user.get('/me')])
  for (const path of ['/sessions', '/tokens', '/audit']) {
    const { status, body } = await sendToConsole(admin, 'GET', path)
    expect(status).toBe(200)
    expect(body.length).toBeGreaterThan(0)
    for (const { address, program } of body) expect([path, address, program ?? null]).toEqual([path, null, null])
  }
})

test('visitors reset a demo every 10 seconds at most, all together, and a reset that fails does not count', async () => {
  let resets = 0
  const clock = createManualClock()
  const reset: Reset = async (check) => {
    // As the reset of a library does: the check runs in its write.
    await library.library.write(async (tx) => check?.(tx))
    resets++
  }
  await using library = await startTestLibrary({ demo: { ...demo, reset }, now: clock.now })
  const { admin, user } = library
  const send = async (client = admin) => {
    // The document, to which a client compares requests, does not have this path.
    const headers = { authorization: `Bearer ${client.token}` }
    const response = await fetch(new URL(demoResetPath, library.url), { method: 'POST', headers })
    const text = await response.text()
    return [response.status, response.headers.get('retry-after'), text && JSON.parse(text)]
  }
  expect((await send(user))[0]).toBe(403)
  expect((await send())[0]).toBe(204)
  clock.advance(1)
  const rejected = [429, '10', { message: 'The demo was reset just now. Try again in 10 seconds.' }]
  expect(await send()).toEqual(rejected)
  clock.advance(9_998)
  expect(await send()).toEqual([429, '1', { message: 'The demo was reset just now. Try again in a second.' }])
  clock.advance(1)
  expect((await send())[0]).toBe(204)
  expect(resets).toBe(2)
})
