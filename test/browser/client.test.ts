import { expect } from 'bun:test'
import { bundle } from '../client/bundle.ts'
import { browserTest, openPage } from '../support/browser.ts'
import { startTestLibrary } from '../support/library.ts'

browserTest('a page reads from its own server, and an error names what a browser does not tell apart', async () => {
  await using library = await startTestLibrary()
  const { origin } = new URL(library.url)
  const script = await bundle('../../client/index.ts')
  const token = library.user.token ?? ''
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async ({ url, headers }) => {
      const { pathname } = new URL(url)
      if (pathname === '/client.js') return new Response(script, { headers: { 'content-type': 'text/javascript' } })
      if (pathname === '/') return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
      const response = await fetch(origin + pathname, {
        headers: { authorization: headers.get('authorization') ?? '' },
      })
      return Response.json(await response.json())
    },
  })
  await using opened = await openPage(server.url.href)
  const read = (options: object) =>
    opened.page.evaluate<string>(
      `import('/client.js').then(({ createClient }) => createClient(${JSON.stringify(options)}).labels.list()).then(JSON.stringify, String)`,
    )
  expect(await read({ url: '/', token })).toBe('[]')
  const away = 'TypeError: GET http://127.0.0.1:1/api/labels: nothing listens there: is the server started?'
  const or = `Or the origin ${server.url.origin} is not allowed: see cors-origins.`
  expect(await read({ url: 'http://127.0.0.1:1', token })).toBe(`${away} ${or}`)
  expect(await read({ url: origin, token })).toBe(
    `TypeError: GET ${library.url}/labels: nothing listens there: is the server started? ${or}`,
  )
})
