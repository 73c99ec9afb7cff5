import { expect } from 'bun:test'
import { resourceNames } from '../../src/catalogue/resources.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'

/** Ways to write the same path. */
const forms = [
  (path: string) => path,
  (path: string) => `${path}/`,
  (path: string) => `${path}?page=2`,
  (path: string) => `${path}/?access_token=x`,
  (path: string) => path.replace(/1$/, '%31'),
]

const comparedHeaders = ['etag', 'cache-control', 'vary', 'content-type', 'content-encoding', 'content-security-policy']

test('all forms of a path get the same response, whichever is requested first and fills the cache', async (library) => {
  await createFixtures(library.admin)
  const { user } = library
  for (const [n, first] of forms.entries()) {
    const name = resourceNames[n] as (typeof resourceNames)[number] // there are as many
    for (const path of [`/${name}`, `/${name}/1`]) {
      const responses = []
      for (const form of [first, ...forms, ...forms]) {
        const response = await user.send('GET', form(path), { headers: { 'accept-encoding': 'gzip' } })
        const headers = comparedHeaders.map((header) => response.headers.get(header))
        responses.push([response.status, response.text, ...headers])
      }
      expect(responses[0]?.[0]).toBe(200)
      for (const response of responses) expect([path, ...response]).toEqual([path, ...(responses[0] ?? [])])
      const etag = String(responses[0]?.[2])
      const { status } = await user.send('GET', first(path), { headers: { 'if-none-match': etag } })
      expect([path, status]).toEqual([path, 304])
    }
  }
})

test('the Authorization header may have several spaces, also once its caller is cached', async ({
  user,
  anonymous,
}) => {
  const get = (authorization: string) => anonymous.send('GET', '/labels', { headers: { authorization } })
  for (const scheme of ['Bearer   ', 'bearer  ', 'Bearer   ']) expect((await get(scheme + user.token)).status).toBe(200)
  for (const header of [`Bearer${user.token}`, `Bearer  ${user.token} x`]) expect((await get(header)).status).toBe(401)
})
