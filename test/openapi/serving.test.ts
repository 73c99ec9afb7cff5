import { expect, test } from 'bun:test'
import { createCliFolder } from '../support/cliFolder.ts'
import { checkExchange } from '../support/openApiCheck.ts'
import { readDocument } from '../support/openApiDocument.ts'
import { useSharedLibrary } from '../support/sharedLibrary.ts'

const library = useSharedLibrary({ registration: 'invite' })

const originOf = ({ url }: { url: string }) => new URL(url).origin

test('the document is served without a token, with an ETag, and is the same for every server', async () => {
  const url = `${originOf(library())}/openapi.json`
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await response.json()).toEqual(await readDocument())
  const etag = response.headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(url, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
})

test('?scope=api is the document without the console, with an ETag of its own', async () => {
  const url = `${originOf(library())}/openapi.json`
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
  const errorsOf = async (query: string) => {
    const response = await fetch(`${originOf(library())}/openapi.json${query}`)
    const { message, errors } = (await response.json()) as { message: string; errors: object }
    expect([response.status, message]).toEqual([400, 'The given data was invalid.'])
    return errors
  }
  for (const query of ['?scope=console', '?scope=', '?scope=API'])
    expect(await errorsOf(query)).toEqual({ scope: ['The scope must be all or api.'] })
  expect(await errorsOf('?scope=api&scope=api')).toEqual({ scope: ['The scope must be given once.'] })
})

test('the command prints the document that is served, which is not served with --docs off', async () => {
  using folder = createCliFolder()
  expect(JSON.parse((await folder.run('openapi')).out)).toEqual(await readDocument())
  expect(JSON.parse((await folder.run('openapi --scope api')).out)).toEqual(await readDocument('api'))
  const wrong = await folder.reject('openapi --scope console')
  expect([wrong.code, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain('Allowed choices are all, api.')
  await using server = await folder.serve('--database :memory: --docs off')
  const response = await fetch(`${originOf(server)}/openapi.json`)
  expect([response.status, await response.json()]).toEqual([
    404,
    { message: 'There is nothing at this path. The API is below /api.' },
  ])
})

test('the health checks respond as the document says', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const url = originOf(library()) + path
    const response = await fetch(url)
    expect(response.status).toBe(200)
    const { status, headers } = response
    const request = { headers: new Headers() }
    await checkExchange({ method: 'GET', url, request, response: { status, headers, text: await response.text() } })
  }
})
