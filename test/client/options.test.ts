import { expect, test } from 'bun:test'
import { createClient } from '../../client/index.ts'
import { rejection } from '../support/database.ts'

const url = 'http://127.0.0.1:3000'
const one = `A client needs either the url of the server, such as ${url}, or the baseUrl of its API.`
const form = `must be one such as ${url}/music, or in a page / for its server, without a password, ?, # and //.`

// Programs without types may give anything.
const make = (options: unknown) => () => createClient(options as { url: string })

test('a client takes the URL of the server or that of the API', async () => {
  const urls: string[] = []
  const fetch = async (request: Request) => {
    urls.push(request.url)
    return Response.json([])
  }
  for (const options of [{ url }, { url: `${url}/` }, { baseUrl: `${url}/api/` }])
    await createClient({ ...options, fetch, token: null, retries: 0 }).labels.list()
  await createClient({ url: 'https://[::1]:1/my/music', fetch }).labels.list()
  expect(urls).toEqual([...Array(3).fill(`${url}/api/labels`), 'https://[::1]:1/my/music/api/labels'])
})

test.each([
  [undefined, one],
  [{}, one],
  [{ url, baseUrl: `${url}/api` }, one],
  [{ baseUrl: url }, `The baseUrl must end in /api, such as ${url}/api.`],
  [{ url: `${url}/api` }, `The url must not end in /api: write ${url}.`],
  [{ url: 'localhost:3000' }, 'The url must begin with http:// or https://: write http://localhost:3000.'],
  [{ url: `${url}//` }, `The url ${form}`],
  [{ url: 'http://ada:secret@127.0.0.1' }, `The url ${form}`],
  [{ baseUrl: 'ftp://127.0.0.1/api' }, `The baseUrl ${form}`],
  [{ url, tokn: 'mlib_secret' }, 'There is no option "tokn". Did you mean token?'],
  [{ baseURL: `${url}/api` }, 'There is no option "baseURL". Did you mean baseUrl?'],
  [{ url, headers: {} }, 'There is no option "headers". There are url, baseUrl, token,'],
  [{ url, retries: Number.NaN }, 'retries must be a number from 0.'],
  [{ url, timeoutMs: '5' }, 'timeoutMs must be a number of milliseconds from 1 to 2147483647.'],
  [{ url, fetch: null }, 'fetch must be a function.'],
  [{ url, onUnauthenticated: 'mlib_secret' }, 'onUnauthenticated must be a function.'],
  [{ url, token: 'mlib_secret\n' }, 'token must be a text of visible ASCII characters.'],
])('the options %j are refused', (options, sentence) => {
  expect(make(options)).toThrow(TypeError)
  expect(make(options)).toThrow(sentence)
})

test('what names no record or no path, and null in a search, is refused before a request', async () => {
  const sent: string[] = []
  const fetch = async (request: Request) => {
    sent.push(request.url)
    return Response.json({})
  }
  const client = createClient({ url, fetch })
  const onlyNumbers = client.tracks.get as (id: unknown) => Promise<unknown>
  for (const id of [undefined, null, Number.NaN, 1.5, -1, '', '..', '3/like', 'x'])
    expect(await rejection(onlyNumbers(id))).toEqual(new TypeError('An id must be a whole number.'))
  await onlyNumbers('3')
  for (const call of [client.labels.update, client.tracks.like, client.users.delete] as ((id: unknown) => unknown)[])
    expect(await rejection(call(undefined) as Promise<unknown>)).toBeInstanceOf(TypeError)
  const search = client.search.tracks as (parameters: object) => Promise<unknown>
  const isNull = new TypeError('q is null: leave it out, or give undefined.')
  expect(await rejection(search({ q: null }))).toEqual(isNull)
  expect(await rejection(client.search.all({ q: null as never }))).toEqual(isNull)
  expect(await rejection(client.request('GET', '.example/'))).toEqual(new TypeError('A path begins with a slash.'))
  expect(sent).toEqual([`${url}/api/tracks/3`])
})
