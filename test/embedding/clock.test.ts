import { describe, expect, test } from 'bun:test'
import { createMusicLibrary, type MusicLibrary } from '../../src/index.ts'
import { startMusicLibrary, type TestLibrary } from '../../testing/index.ts'
import { binary } from '../support/binary.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'
import { eve, makers, useMadeLibrary } from '../support/testLibraries.ts'

const tomorrow = () => new Date(Date.now() + 86_400_000)

describe.each(Object.entries(makers))('%s', (_name, make) => {
  const made = useMadeLibrary(make)

  test('the time moves forwards, what is written has it, and a reset sets it back', async () => {
    const { library } = made()
    const admin = library.as(eve.email)
    await library.clock.advance('31d')
    const later = await library.clock.now()
    expect(later.getTime()).toBeWithin(Date.now() + 31 * 86_400_000 - 60_000, Date.now() + 31 * 86_400_000 + 1)
    await library.clock.set('2101-02-03T04:05:06Z')
    const [first, second] = [await admin.labels.create({ name: 'ECM' }), await admin.labels.create({ name: 'Verve' })]
    expect(first.created_at).toStartWith('2101-02-03T04:05:')
    expect(second.created_at > first.created_at).toBe(true)
    expect(await rejection(library.clock.set(tomorrow()))).toMatchObject({
      message: expect.stringMatching(
        /^The clock only goes forwards, and it is 2101-02-03T04:05:.* give the option now\.$/,
      ),
    })
    await library.reset()
    expect((await admin.labels.create({ name: 'ECM' })).created_at < tomorrow().toISOString()).toBe(true)
  })

  test('a wrong time is an error', async () => {
    const { clock } = made().library
    expect(String(await rejection(clock.set('tomorrow')))).toContain("such as '2026-01-01T00:00:00Z'.")
    for (const [by, said] of [
      ['31 days', '31 days'],
      [-1, '-1'],
    ] as const)
      expect(String(await rejection(clock.advance(by)))).toContain(`The clock can't be moved by "${said}". `)
    expect(String(await rejection(clock.set('9999-01-01T00:00:00Z')))).toContain('The time has a wrong value.')
    await clock.set('9998-12-31T00:00:00Z')
    expect(String(await rejection(clock.advance('2d')))).toContain('The clock can be moved up to the year 9998.')
  })
})

test('a clock that stands still is moved, and stands still there', async () => {
  await using library = await createMusicLibrary({ users: [eve], now: '2026-01-01T00:00:00Z' })
  await library.clock.set(new Date('2026-03-01T00:00:00Z'))
  expect((await library.as(eve.email).labels.create({ name: 'ECM' })).created_at).toStartWith('2026-03-01T00:00:00.000')
  expect((await library.clock.now()).toISOString()).toBe('2026-03-01T00:00:00.000Z')
})

test('the clock of a library in a file is not moved', async () => {
  using folder = emptyFolder()
  await using library: MusicLibrary = await createMusicLibrary({ database: `${folder.path}/x.db` })
  expect(String(await rejection(library.clock.advance('1d')))).toContain(
    'The clock of a library in a file is not moved.',
  )
})

type Compared = [found: unknown, expected: unknown]

/** What ends by time: what is so before a move, the move, and what is so after it. */
const ends: Record<
  string,
  (library: TestLibrary) => Promise<[before: Compared, move: string, after: () => Promise<Compared>]>
> = {
  'a token with an end': async (library) => {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const body = { user_id: 1, name: 'script', expires_at: day }
    const { token } = await library.as(eve.email).request<{ token: string }>('POST', '/console/api/tokens', { body })
    const status = () => statusOf(library, '/api/me', token)
    return [[await status(), 200], '2d', async () => [await status(), 401]]
  },
  'a token that is not used': async (library) => {
    const token = await library.tokenOf(eve.email)
    const status = () => statusOf(library, '/api/me', token)
    for (let day = 0; day < 20; day += 5) {
      await library.clock.advance('5d')
      expect(await status()).toBe(200)
    }
    return [[await status(), 200], '20d', async () => [await status(), 401]]
  },
  'a session by its age': async (library) => {
    const token = await library.tokenOf(eve.email)
    const stream = await fetch(`${library.origin}/changes/stream`, { headers: { authorization: `Bearer ${token}` } })
    return [[stream.status, 200], '91d', async () => [await stream.text().then(() => 'ended'), 'ended']]
  },
  'an invitation': async (library) => {
    const body = { uses: 5 }
    const invited = await library.as(eve.email).request<{ code: string }>('POST', '/console/api/invitations', { body })
    const register = (name: string) => {
      const account = { name, email: `${name}@example.com`, password: 'a long secret', invitation: invited.code }
      return send(library, '/api/register', { ...account, password_confirmation: account.password })
    }
    return [[await register('ada'), 201], '8d', async () => [await register('bob'), 400]]
  },
  'the token of a guest': async (library) => {
    const response = await fetch(`${library.origin}/console/api/guest`, { method: 'POST' })
    const { token } = (await response.json()) as { token: string }
    const status = () => statusOf(library, '/api/labels', token)
    return [[await status(), 200], '61m', async () => [await status(), 401]]
  },
  'a delay of a login': async (library) => {
    const logIn = () => send(library, '/api/login', { email: eve.email, password: 'wrong' })
    /** Moves the time until an attempt has ended. */
    const logInSoon = async () => {
      let hasEnded = false
      const attempt = logIn().finally(() => {
        hasEnded = true
      })
      while (!hasEnded) await library.clock.advance('1s')
      return attempt
    }
    for (let n = 0; n < 10; n++) await logIn()
    for (let n = 0; n < 4; n++) await logInSoon()
    // The next one waits for 15 seconds.
    const start = performance.now()
    return [[await logInSoon(), 422], '1s', async () => [performance.now() - start < 15_000, true]]
  },
  'what is kept for undoing': async (library) => {
    await library.as(eve.email).labels.create({ name: 'ECM' })
    const canUndo = async () => (await readAudit(library)).map(({ not_undoable }) => not_undoable === null)
    return [[await canUndo(), [true]], '31d', async () => [await canUndo(), [false]]]
  },
  'the audit trail': (library) => auditAfter(library, '366d'),
  'the audit trail, a day later than before the last reset': (library) => auditAfter(library, '367d'),
  'a limit of requests': async (library) => {
    const register = () => send(library, '/api/register', {})
    for (let n = 0; n < 5; n++) await register()
    return [[await register(), 429], '1h', async () => [await register(), 400]]
  },
}

const auditAfter = async (library: TestLibrary, move: string): ReturnType<(typeof ends)[string]> => {
  await library.as(eve.email).labels.create({ name: 'ECM' })
  const count = async () => (await readAudit(library)).length
  return [[await count(), 1], move, async () => [await count(), 0]]
}

const readAudit = (library: TestLibrary) =>
  library.as(eve.email).request<{ not_undoable: string | null }[]>('GET', '/console/api/audit?record=labels/1')

const statusOf = async ({ origin }: TestLibrary, path: string, token: string) =>
  (await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })).status

const send = async ({ origin }: TestLibrary, path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

test('what ends by time ends', async () => {
  const args = [
    ...['--registration', 'invite', '--guest', 'read', '--limit-register', '5/1h'],
    ...['--token-max-idle', '10d', '--token-max-age', '90d', '--audit-keep', '365d', '--undo-keep', '30d'],
  ]
  await using library = await startMusicLibrary({ executable: await binary(), users: [eve], args })
  for (const [name, begin] of Object.entries(ends)) {
    const [[before, expectedBefore], move, after] = await begin(library)
    await library.clock.advance(move)
    const [now, expected] = await after()
    expect([name, before, now]).toEqual([name, expectedBefore, expected])
    await library.reset()
  }
})
