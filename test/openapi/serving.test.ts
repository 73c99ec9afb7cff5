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

test('?scope=api is the document without the console, with an ETag of its own', async () => {
  await using library = await startTestLibrary()
  const url = `${originOf(library)}/openapi.json`
  const [whole, ofApi] = [await fetch(url), await fetch(`${url}?scope=api`)]
  expect(await ofApi.json()).toEqual(await readDocument('api'))
  const tags = [whole, ofApi].map(({ headers }) => headers.get('etag') ?? '')
  expect(new Set(tags).size).toBe(2)
  const readStatus = async (query: string, etag = '') =>
    (await fetch(url + query, { headers: { 'if-none-match': etag } })).status
  expect([await readStatus('?scope=api', tags[1]), await readStatus('?scope=api', tags[0])]).toEqual([304, 200])
  expect([await readStatus('', tags[0]), await readStatus('?scope=all', tags[0])]).toEqual([304, 304])
  expect([await readStatus('', tags[1]), await readStatus('?v=2', tags[0])]).toEqual([200, 304])
})

test('a scope that does not exist is a 400 that names those that do', async () => {
  await using library = await startTestLibrary()
  const errorsOf = async (query: string) => {
    const response = await fetch(`${originOf(library)}/openapi.json${query}`)
    const { message, errors } = (await response.json()) as { message: string; errors: object }
    expect([response.status, message]).toEqual([400, 'The given data was invalid.'])
    return errors
  }
  for (const query of ['?scope=console', '?scope=', '?scope=API'])
    expect(await errorsOf(query)).toEqual({ scope: ['The scope must be all or api.'] })
  expect(await errorsOf('?scope=api&scope=api')).toEqual({ scope: ['The scope must be given once.'] })
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
  const ofApi = await runBinary(['openapi', '--scope', 'api'], { cwd: folder.path })
  expect(JSON.parse(ofApi.out)).toEqual(await readDocument('api'))
  const wrong = await runBinary(['openapi', '--scope', 'console'], { cwd: folder.path })
  expect([wrong.code, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('Allowed choices are all, api.')
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
