import { expect, test } from 'bun:test'
import { createExchangeCheck, type Exchange } from '../support/openApiCheck.ts'
import { readDocument } from '../support/openApiDocument.ts'

// The checks of the test client: without these tests nobody would notice that they let everything pass. What they allow, all other tests send.

const check = createExchangeCheck(await readDocument())

const timestamp = '2026-01-31T18:30:00.123456Z'
const label = { id: 1, name: 'Verve', created_at: timestamp, updated_at: timestamp }

const security = {
  'x-request-id': 'a-0',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const json = { ...security, 'content-type': 'application/json', 'cache-control': 'no-store' }
const tagged = { ...json, 'cache-control': 'private, no-cache', etag: 'W/"33rekb"', vary: 'accept-encoding' }

const created = { ...json, location: 'labels/1' }

interface Parts {
  request?: Record<string, string>
  sent?: unknown
  headers?: Record<string, string>
  body?: unknown
}

const exchange = (line: string, status: number, { request = {}, sent, headers = json, body }: Parts): Exchange => {
  const [method = '', path = ''] = line.split(' ')
  return {
    method,
    url: `http://localhost/api${path}`,
    request: { headers: new Headers(request), body: sent === undefined ? undefined : JSON.stringify(sent) },
    response: { status, headers: new Headers(headers), text: body === undefined ? '' : JSON.stringify(body) },
  }
}

const token = { authorization: 'Bearer mlib_x' }
const message = { message: 'No.' }
const { 'x-request-id': _, ...withoutId } = json

const cases: [string, number, Parts, string][] = [
  ['GET /labels/1', 409, { body: message }, 'the status is undeclared'],
  ['GET /labels/1', 200, { request: token, headers: tagged, body: { ...label, key: 'x' } }, 'additional properties'],
  ['GET /labels/1', 200, { request: token, headers: tagged, body: { id: 1 } }, "required property 'name'"],
  ['GET /labels/1', 200, { request: token, headers: tagged, body: { ...label, created_at: 'now' } }, 'date-time'],
  ['GET /labels/1', 200, { headers: tagged, body: label }, 'without a token'],
  ['GET /labels/1.5', 200, { request: token, headers: tagged, body: label }, 'the id must be integer'],
  ['GET /labels/1', 200, { request: token, headers: { ...tagged, 'x-cache': 'hit' }, body: label }, 'x-cache'],
  ['GET /labels/1', 200, { request: token, body: label }, 'no header ETag'],
  ['GET /labels', 401, { body: message }, 'no header WWW-Authenticate'],
  ['GET /labels/9', 404, { headers: withoutId, body: message }, 'no header X-Request-Id'],
  ['GET /labels/9', 404, { headers: { ...json, 'content-type': 'text/html' }, body: message }, 'not application/json'],
  ['POST /labels', 429, { headers: { ...json, 'retry-after': 'soon' }, body: message }, 'Retry-After must be'],
  [
    'POST /labels',
    201,
    { request: token, sent: { name: 'x'.repeat(101) }, headers: created, body: label },
    'more than 100',
  ],
  ['POST /labels', 201, { request: token, headers: created, body: label }, 'without a body'],
  ['DELETE /labels/1', 204, { request: token, body: message }, 'an undeclared body'],
  ['PATCH /labels', 200, { body: label }, 'the path or the method is undeclared'],
  ['PATCH /labels', 405, { headers: { ...json, allow: 'GET' }, body: message }, 'Allow is wrong'],
  ['GET /nothing', 200, { body: message }, 'the path or the method is undeclared'],
]
test.each(cases)('%s with %d and %j is not allowed: %s', (line, status, parts, reason) => {
  expect(() => check(exchange(line, status, parts))).toThrow(reason)
})
