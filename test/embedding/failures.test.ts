import { describe, expect, test } from 'bun:test'
import { createMusicLibrary, type DelayOptions, type FailureOptions } from '../../src/index.ts'
import { rejection } from '../support/database.ts'
import { eve, makers, useMadeLibrary } from '../support/testLibraries.ts'

describe.each(Object.entries(makers))('%s', (_name, make) => {
  const made = useMadeLibrary(make)

  test('so many requests of a path and a method fail, and change nothing', async () => {
    const { library, send } = made()
    const eve = library.as('eve@example.com')
    await eve.labels.list()
    await library.fail({ path: '/api/labels', method: 'POST', times: 2 })
    await library.fail({ path: '/api/genres', status: 429, message: 'Slowly.', retryAfter: 3, times: 1 })
    expect(await rejection(eve.labels.create({ name: 'ECM' }))).toMatchObject({
      status: 503,
      message: 'This request was made to fail. It was not carried out.',
    })
    expect(await eve.labels.list()).toEqual([])
    const limited = await send('/api/genres', { headers: { authorization: 'Bearer x' } })
    expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toEqual([
      429,
      '3',
      { message: 'Slowly.' },
    ])
    expect((await send('/api/genres')).status).toBe(401)
    expect(await rejection(eve.labels.create({ name: 'ECM' }))).toMatchObject({ status: 503 })
    expect((await eve.labels.create({ name: 'ECM' })).name).toBe('ECM')
  })

  test('a request meets a network error, a body that breaks off, or a body of its own', async () => {
    const { library, send } = made()
    const get = () => send('/api/labels', { headers: { authorization: `Bearer ${eve.token}` } })
    // Over a port, the connection of this request is kept: a client sends a GET again by itself if such a connection breaks.
    expect(await (await get()).json()).toEqual([])
    await library.fail({ path: '/api/labels', network: true, times: 1 })
    expect(await rejection(get())).toBeInstanceOf(TypeError)
    expect((await get()).status).toBe(200)
    await library.fail({ path: '/api/labels', cut: 1, times: 1 })
    const cut = await get()
    const reader = cut.body?.getReader()
    const first = await reader?.read()
    expect([cut.status, new TextDecoder().decode(first?.value)]).toEqual([200, '['])
    expect(await rejection(Promise.resolve(reader?.read()))).toBeInstanceOf(TypeError)
    await library.fail({ path: '/api/labels', body: '<h1>Bad gateway</h1>', status: 502, times: 1 })
    const page = await get()
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      502,
      'text/html;charset=utf-8',
      '<h1>Bad gateway</h1>',
    ])
    await library.fail({ path: '/api/labels', body: { labels: null }, status: 200, times: 1 })
    expect(await (await get()).json()).toEqual({ labels: null })
    await library.fail({ path: '/api/labels', errors: { name: ['The name is rude.'] }, times: 1 })
    const invalid = await get()
    expect([invalid.status, await invalid.json()]).toEqual([
      400,
      { message: 'The given data was invalid.', errors: { name: ['The name is rude.'] } },
    ])
    expect((await get()).status).toBe(200)
  })

  test('open streams of changes end, and a stream that begins later does not', async () => {
    const { library, send } = made()
    /** Reads a stream until it has a text, and then to its end. */
    const follow = async (text: string) => {
      const { body } = await send('/changes/stream', { headers: { authorization: `Bearer ${eve.token}` } })
      const found = Promise.withResolvers<void>()
      let read = ''
      const readAll = async () => {
        for await (const chunk of body ?? []) {
          read += new TextDecoder().decode(chunk)
          if (read.includes(text)) found.resolve()
        }
      }
      return { found: found.promise, ended: readAll() }
    }
    const [first, second] = [await follow('likes'), await follow('likes')]
    await Promise.all([first.found, second.found])
    await library.fail({ path: '/changes/stream', end: true })
    await Promise.all([first.ended, second.ended])
    const later = await follow('labels')
    await library.as(eve.email).labels.create({ name: 'ECM' })
    await later.found
    await library.fail({ path: '/changes/stream', end: true })
    await later.ended
  })

  test('a pattern concerns all paths, but neither those of the health nor what comes after a reset', async () => {
    const { library, send } = made()
    await library.fail({ path: '*', status: 500 })
    const statuses = async () => {
      const responses = ['/api/labels', '/search/tracks', '/console', '/healthz', '/readyz'].map((path) => send(path))
      return (await Promise.all(responses)).map(({ status }) => status)
    }
    expect(await statuses()).toEqual([500, 500, 500, 200, 200])
    await library.reset()
    expect(await statuses()).toEqual([401, 401, 200, 200, 200])
  })

  test('requests are counted as they arrive, and wait as long as they should', async () => {
    const { library, send } = made()
    await library.delay({ path: '/api/labels', ms: 300, times: 1 })
    await library.fail({ path: '/api/labels', status: 502, times: 1 })
    const start = performance.now()
    const first = send('/api/labels').then(({ status }) => [status, performance.now() - start] as const)
    // The first one has arrived when a request of another path, sent after it on the same machine, has its response.
    await send('/healthz')
    expect((await send('/api/labels')).status).toBe(401)
    const [status, waited] = await first
    expect(status).toBe(502)
    expect(waited).toBeGreaterThanOrEqual(299)
  })

  test('a reset ends the waits', async () => {
    const { library, send } = made()
    await library.delay({ path: '/api/labels', ms: 600_000 })
    const waiting = send('/api/labels')
    await send('/healthz')
    await library.reset()
    expect((await waiting).status).toBe(503)
    expect((await send('/api/labels')).status).toBe(401)
  })

  test('an end does not wait for a delay', async () => {
    const { library, send } = await make()
    await library.delay({ path: '/api/labels', ms: 600_000 })
    const waiting = send('/api/labels').then(
      ({ status }) => status,
      () => 'closed',
    )
    await send('/healthz')
    await library[Symbol.asyncDispose]()
    // Responded to, unless the connection was closed before.
    expect([401, 503, 'closed']).toContain(await waiting)
  })

  test('a wrong option is an error that says what to do, and changes nothing', async () => {
    const { library, send } = made()
    const message = expect.stringMatching(/^No request has the path \/api\/lables\. Did you mean \/api\/labels\?/)
    expect(await rejection(library.fail({ path: '/api/lables' }))).toMatchObject({ message })
    expect(await rejection(library.delay({ path: '/api/lables', ms: 1 }))).toMatchObject({ message })
    expect((await send('/api/labels')).status).toBe(401)
  })
})

test.each<[FailureOptions | DelayOptions, 'fail' | 'delay', RegExp]>([
  [{} as FailureOptions, 'fail', /^The option path is missing\. It is a path such as \/api\/labels/],
  [{ path: '/api/labels', status: 200 }, 'fail', /It is a number from 400 to 599, or 200 with a body\.$/],
  [{ path: '/api/labels', times: 0 }, 'fail', /It is a number of requests, from 1\.$/],
  [{ path: '/api/labels', time: 1 } as FailureOptions, 'fail', /There is no option "time"\. Did you mean times\?/],
  [{ path: '/api/labels' } as DelayOptions, 'delay', /^The option ms is missing\./],
  [{ path: '/api/labels', ms: -1 }, 'delay', /It is a number of milliseconds, from 0 to 600000\.$/],
  [{ path: '/api/labels', ms: 1, method: 'post' }, 'delay', /It is a method in capital letters/],
  [{ path: '/api/tracks/3/lik' }, 'fail', /Did you mean \/api\/tracks\/3\/like\?/],
  [{ path: '/api/tracks/3/like', method: 'GET' }, 'fail', /like has no GET\. It has DELETE, POST\.$/],
  [{ path: '/api/album/*' }, 'fail', /Did you mean \/api\/albums\/\*\?/],
  [{ path: '/api/zzz' }, 'fail', /^No request has the path \/api\/zzz\. The API is below \/api\.$/],
  [{ path: '/healthz' }, 'fail', /^Requests for the health of the server never fail or wait\.$/],
  [{ path: '/api/labels', status: 503, network: true }, 'fail', /^The option status has no effect with network\./],
  [{ path: '/api/labels', message: 'No.', body: 'No.' }, 'fail', /^The option message has no effect with body\./],
  [{ path: '/api/labels', end: true }, 'fail', /^The option end is for the path \/changes\/stream\.$/],
  [{ path: '/api/labels', method: 'HEAD', network: true }, 'fail', /^The response to a HEAD can't break off/],
  [{ path: '/api/labels', errors: { name: 'No.' } as never }, 'fail', /It is an object with arrays of sentences/],
])('the options %j of %s are refused', async (options, kind, message) => {
  await using library = await createMusicLibrary()
  expect(await rejection(library[kind](options as never))).toMatchObject({ message: expect.stringMatching(message) })
})
