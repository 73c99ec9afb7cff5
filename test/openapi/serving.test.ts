import { expect, test } from 'bun:test'
import { runBinary, serveBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'
import { startTestLibrary } from '../support/library.ts'
import { checkExchange } from '../support/openApiCheck.ts'
import { readDocument } from '../support/openApiDocument.ts'

const originOf = ({ url }: { url: string }) => new URL(url).origin

test('the document is served without a token, with an ETag, and is the same for every server', async () => {
  await using library = await startTestLibrary({ registration: 'invite' })
  const url = `${originOf(library)}/openapi.json`
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await response.json()).toEqual(await readDocument())
  const etag = response.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(url, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
})

test('with the documents turned off there is a 404', async () => {
  await using library = await startTestLibrary({ docs: false })
  const response = await fetch(`${originOf(library)}/openapi.json`)
  expect([response.status, await response.json()]).toEqual([
    404,
    { message: 'There is nothing at this path. The API is below /api.' },
  ])
})

test('the executable serves the document, prints it, and does not serve it with --docs off', async () => {
  using folder = emptyFolder()
  const printed = await runBinary(['openapi'], { cwd: folder.path })
  expect(printed.code).toBe(0)
  expect(JSON.parse(printed.out)).toEqual(await readDocument())
  {
    await using server = await serveBinary(['--database', ':memory:'], { cwd: folder.path })
    expect(await (await fetch(`${originOf(server)}/openapi.json`)).json()).toEqual(JSON.parse(printed.out))
  }
  await using server = await serveBinary(['--database', ':memory:', '--docs', 'off'], { cwd: folder.path })
  expect((await fetch(`${originOf(server)}/openapi.json`)).status).toBe(404)
})

test('the health checks respond as the document says', async () => {
  await using library = await startTestLibrary()
  for (const path of ['/healthz', '/readyz']) {
    const url = originOf(library) + path
    const response = await fetch(url)
    expect(response.status).toBe(200)
    const { status, headers } = response
    const request = { headers: new Headers() }
    await checkExchange({ method: 'GET', url, request, response: { status, headers, text: await response.text() } })
  }
})
