import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiRoutes, consoleRoutes, demoRoutes, docsRoutes } from '../../src/app/routes.ts'
import { createService } from '../../src/app/service.ts'
import type { Route } from '../../src/http/methods.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const sharedLibrary = useSharedLibrary()

const textOf = ({ method, path }: Route) => `${method} ${path}`

const demo = { accounts: [], resetAt: () => '', reset: async () => {}, onFull: () => {} }

test.each([
  ['by default', {}, [apiRoutes, consoleRoutes, docsRoutes]],
  ['in a demo', { demo }, [apiRoutes, consoleRoutes, demoRoutes, docsRoutes]],
  ['without docs', { docs: false }, [apiRoutes, consoleRoutes]],
  ['without the console', { console: false }, [apiRoutes, docsRoutes]],
])('the list has all routes that are mounted %s, in their order', async (_, options, lists) => {
  const service = createService({ library: sharedLibrary().library, ...options })
  expect((await service.listRoutes()).map(textOf)).toEqual(lists.flat().map(textOf))
  await service.stop()
})

test('requests that come while the console and the documents are being mounted have their responses', async () => {
  const service = createService({ library: sharedLibrary().library })
  const paths = ['/console', '/console/albums', '/docs', '/openapi.json', '/console', '/docs']
  const requests = paths.map((path) => service.fetch(new Request(`http://127.0.0.1${path}`)))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses).toEqual(paths.map(() => 200))
  await service.stop()
})

test('Elysia sees no schema of a route, of which it would compile a check at the first request', async () => {
  const service = createService({ library: sharedLibrary().library, demo })
  for (const { hooks } of await service.listRoutes())
    expect(hooks).toMatchObject({ body: undefined, response: undefined })
  await service.stop()
})

/** A call of Elysia that defines a route, at the start of a line or behind `new Elysia(…)` or `.use(…)`. */
const definition = /(?:^\s*|\)|routes)\.(get|post|put|delete)\(\s*(?:'|`|docsPath)/gm

test('the list names the files that define routes, and no other', async () => {
  const files: string[] = []
  const src = join(import.meta.dir, '../../src')
  for await (const path of new Bun.Glob('**/*.ts').scan(src)) {
    const text = await Bun.file(join(src, path)).text()
    if (text.includes("from 'elysia'") && definition.test(text)) files.push(path)
    definition.lastIndex = 0
  }
  const listed = [...apiRoutes, ...consoleRoutes, ...demoRoutes, ...docsRoutes].map(({ file }) => file)
  expect([...new Set(listed)].sort()).toEqual(files.sort())
})
