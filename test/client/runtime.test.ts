import { expect } from 'bun:test'
import { join } from 'node:path'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { emptyFolder } from '../support/folder.ts'
import { runOk } from '../support/process.ts'
import { bundle } from './bundle.ts'

/**
 * Runs a program in a context with few globals: those of React Native, less what it has and the client has to do without, too. Its `fetch` is that of
 * Node, whose errors are of another realm there, as in Jest.
 */
const host = `
  import { readFileSync } from 'node:fs'
  import { createContext, runInContext } from 'node:vm'
  class Response {}
  const globals = { fetch, Response, AbortController, setTimeout, clearTimeout, queueMicrotask, console, process }
  const program = readFileSync(new URL('program.js', import.meta.url), 'utf8')
  await runInContext('(async () => {' + program + '})()', createContext(globals))`

test('without DOMException, Blob, Request, URL and streams, everything works, and what is missing has a sentence', async (library) => {
  await using silent = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Promise<Response>(() => {}) })
  using folder = emptyFolder()
  const file = join(folder.path, 'host.mjs')
  await Bun.write(file, host)
  await Bun.write(join(folder.path, 'program.js'), await bundle('runtimeInNode.ts'))
  const { origin } = new URL(library.url)
  const command = ['node', file, origin, library.admin.token ?? '', silent.url.origin]
  const missing = ": load a polyfill, or in Jest, set testEnvironment to 'node'."
  const noPage = 'TypeError: The url is a path, which needs a page: write one such as http://127.0.0.1:3000.'
  const away = 'GET ORIGIN/api/labels: nothing listens there: is the server started?'
  expect(JSON.parse(await runOk(command, folder.path))).toEqual({
    found: 0,
    pages: [1, 2],
    events: ['likes updated', 'tracks created', 'likes updated', 'labels updated'],
    ended: 'Error: enough',
    timeout: `TimeoutError: GET ${silent.url.origin}/api/labels: there was no response within 50 milliseconds.`,
    noPage,
    noPageForChanges: noPage,
    onPage: 'ApiError: Unauthenticated.',
    onThisPage: `TypeError: ${away}`,
    onAnotherPage: `TypeError: ${away} Or the origin http://page.example is not allowed: see cors-origins.`,
    noRequest: `TypeError: This runtime has no Request${missing}`,
    noFetch: `TypeError: This runtime has no fetch${missing}`,
    noFetchForChanges: `TypeError: This runtime has no fetch${missing}`,
  })
})
