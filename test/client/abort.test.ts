import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createClient } from '../../client/index.ts'
import { rejection } from '../support/database.ts'
import { emptyFolder } from '../support/folder.ts'
import { everyNth } from '../support/longForm.ts'
import { installNode } from '../support/npm.ts'
import { runOk } from '../support/process.ts'
import { bundle } from './bundle.ts'

test('the reason of the signal is what the method throws, also if a fetch ignores the signal', async () => {
  const controller = new AbortController()
  const fetch = async () => {
    controller.abort(new Error('The page was left.'))
    return Response.json([])
  }
  const client = createClient({ baseUrl: 'http://127.0.0.1/api', fetch })
  expect(await rejection(client.labels.list({ signal: controller.signal }))).toEqual(new Error('The page was left.'))
})

/** A server that ends no response, and says when a request has arrived and when it was ended: `/arrived/PATH`, `/ended/PATH`. */
const serveForever = () => {
  const newRequest = () => ({ arrived: Promise.withResolvers<void>(), ended: Promise.withResolvers<void>() })
  const requests = new Map<string, ReturnType<typeof newRequest>>()
  const requestOf = (path: string) => {
    const request = requests.get(path) ?? newRequest()
    requests.set(path, request)
    return request
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async ({ url, headers, signal }) => {
      const { pathname } = new URL(url)
      const [, question, path = ''] = /^\/(arrived|ended)(\/.*)/.exec(pathname) ?? []
      if (question) {
        await requestOf(path)[question as 'arrived' | 'ended'].promise
        if (question === 'ended') requests.delete(path)
        return new Response()
      }
      // The first session of as() has ended.
      if (pathname === '/api/artists' && headers.get('authorization') === 'Bearer mlib_1')
        return new Response(null, { status: 401 })
      const { arrived, ended } = requestOf(pathname)
      signal.addEventListener('abort', () => ended.resolve())
      arrived.resolve()
      if (pathname === '/api/genres' || pathname === '/changes/stream') {
        const start = (controller: ReadableStreamDefaultController) => controller.enqueue('retry: 2000\n\n')
        return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/event-stream' } })
      }
      return new Promise(() => {})
    },
  })
  return { url: server.url.origin, [Symbol.asyncDispose]: () => server.stop(true) }
}

test.each(everyNth(['on the PATH', '20.20.2', '24.21.0'], 3))(
  'in Node %s, a request and a stream are ended by their signal, their time and silence after a garbage collection',
  async (version) => {
    await using server = serveForever()
    using folder = emptyFolder()
    const file = join(folder.path, 'abort.mjs')
    await Bun.write(file, await bundle('abortInNode.ts'))
    const node = /^\d/.test(version) ? await installNode(folder.path, version) : 'node'
    const said = JSON.parse(await runOk([node, '--expose-gc', file, server.url], folder.path))
    const aborted = ['AbortError', 'AbortError', 'AbortError', 'AbortError']
    const inTime = ['TimeoutError', 'Error']
    expect(said).toEqual({
      'global fetch': aborted,
      'own fetch': aborted,
      session: aborted,
      'global fetch, in time': inTime,
      'own fetch, in time': inTime,
      'session, in time': inTime,
    })
  },
  600_000,
)
