import { describe, expect, test } from 'bun:test'
import { secretMembers } from '../../src/accounts/secrets.ts'
import { createMusicLibrary } from '../../src/index.ts'
import { readDocument } from '../support/openApiDocument.ts'
import { eve, makers, useMadeLibrary } from '../support/testLibraries.ts'

describe.each(Object.entries(makers))('%s', (_name, make) => {
  const made = useMadeLibrary(make)

  test('lists what has arrived since the last reset, without secrets', async () => {
    const { library, send } = made()
    await library.fail({ path: '/api/genres', network: true, times: 1 })
    await library.as(eve.email).labels.create({ name: 'ECM' })
    await send('/api/genres').catch(() => {})
    const long = JSON.stringify({ name: 'x'.repeat(80_000), token: 'secret' })
    const bodies = [
      '{"email":"ada@example.com","password":"secret","deep":[{"Current_Password":"secret"}]}',
      '{"token":"secret","pass',
      'a=1&password=secret&b=2',
      `{"token":"secret","x":"${'y'.repeat(65_536)}`,
      long,
    ]
    const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' }
    // Without a token, the server does not read the body.
    await send('/api/labels', { method: 'POST', body: '{"name":"Verve"}' })
    const form = new FormData()
    form.set('password', 'secret')
    await send('/api/login', { method: 'POST', body: form })
    const preflight = { origin: 'http://x.example', 'access-control-request-method': 'GET' }
    await send('/api/labels', { method: 'OPTIONS', headers: preflight })
    for (const body of bodies) await send('/api/login?q=1&access_token=secret', { method: 'POST', headers, body })
    const requests = await library.requests()
    expect(JSON.stringify(requests)).not.toContain('secret')
    const path = '/api/login?q=1&access_token=***'
    const login = { method: 'POST', path }
    expect(requests.slice(0, 7)).toEqual([
      { method: 'POST', path: '/api/labels', status: 201, body: { name: 'ECM' } },
      { method: 'GET', path: '/api/genres', status: null },
      { method: 'POST', path: '/api/labels', status: 401, body: { name: 'Verve' } },
      { method: 'POST', path: '/api/login', status: 415, body: '***' },
      {
        ...login,
        status: 422,
        body: { email: 'ada@example.com', password: '***', deep: [{ Current_Password: '***' }] },
      },
      { ...login, status: 400, body: '{"token":***,"pass' },
      { ...login, status: 400, body: 'a=1&password=***&b=2' },
    ])
    for (const cut of requests.slice(7)) {
      expect(cut).toMatchObject({ method: 'POST', isCut: true })
      expect(String(cut.body).length).toBeWithin(65_500, 65_537)
    }
    await library.reset()
    expect(await library.requests()).toEqual([])
  })
})

test('the latest thousand requests are kept, and 16 MB of bodies', async () => {
  await using library = await createMusicLibrary({ users: [eve] })
  const send = (n: number, body?: string) =>
    library.fetch(new Request(`http://x/api/${n}`, { method: 'POST', ...(body && { body }) }))
  for (let n = 0; n < 1_010; n++) await send(n)
  const paths = (await library.requests()).map(({ path }) => path)
  expect([paths.length, paths[0], paths.at(-1)]).toEqual([1_000, '/api/10', '/api/1009'])
  const body = 'x'.repeat(65_536)
  for (let n = 0; n < 260; n++) await send(n, body)
  const latest = await library.requests()
  expect(latest.length).toBe(256)
  expect(latest[0]?.path).toBe('/api/4')
})

test('each member of a body whose name speaks of a secret is left out', async () => {
  const { components } = await readDocument()
  const names = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
    Object.keys(properties).map((name) => [schema, name] as const),
  )
  expect(
    names.filter(([, name]) => /password|secret|token$|code$|invitation$/.test(name) && !secretMembers.includes(name)),
  ).toEqual([])
})
