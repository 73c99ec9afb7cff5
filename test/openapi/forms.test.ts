import { describe, expect, test } from 'bun:test'
import { apiRoutes, consoleRoutes } from '../../src/app/routes.ts'
import { scopes } from '../../src/openapi/scope.ts'
import { listOperations, readDocument } from '../support/openApiDocument.ts'

// What generators and linters need of the document. Spectral and a generator are run in the long form.

const document = await readDocument()
const operations = listOperations(document)

/** Lists the patterns of a part of the document. */
const patternsOf = (part: unknown): string[] =>
  typeof part !== 'object' || part === null
    ? []
    : Object.entries(part).flatMap(([name, value]) =>
        name === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
      )

const patterns = [...new Set(patternsOf(document))]

describe('patterns', () => {
  test('compile without a flag, and with the flag u, which validators use', () => {
    expect(patterns.length).toBeGreaterThan(15)
    for (const pattern of patterns)
      for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags)).not.toThrow()
  })

  test('are written in visible ASCII: a control character or a line separator would break the literals of generated code', () => {
    expect(patterns.filter((pattern) => !/^[ -~]+$/.test(pattern))).toEqual([])
  })

  test('have no form that only some languages or generators can read', () => {
    expect(patterns.filter((pattern) => /\(\?[=!<]|\\[pPu]/.test(pattern))).toEqual([])
  })
})

test('every operation has an id of its own, a summary, and a description in sentences', () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(operations.length)
  for (const [name, { operationId, summary, description }] of operations) {
    expect([name, operationId]).toEqual([name, expect.stringMatching(/^[a-z][A-Za-z]+$/)])
    expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].*[^.]$/)])
    expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
  }
})

test('the description says who may call the operation', () => {
  const listed = [...apiRoutes, ...consoleRoutes].map(({ method, path, access }): [string, string] => [
    `${method} ${path.replace(/\/$/, '').replaceAll(/:(\w+)/g, '{$1}')}`,
    access,
  ])
  const accessOf = new Map(listed)
  for (const [name, { description }] of operations) {
    const access = accessOf.get(name)
    const isRead = name.startsWith('GET ')
    const [needs] = /It needs [^.]*\./.exec(description) ?? []
    const mayBe = access === 'signedInOrGuest' ? 'read-only or belong to a guest' : 'read-only'
    const rest = isRead || access === 'anyToken' ? `, which may be ${mayBe}.` : ' that is not read-only.'
    const token = access === 'adminOnly' ? 'the token of an admin' : 'a token'
    expect([name, needs]).toEqual([name, access === 'everybody' ? 'It needs no token.' : `It needs ${token}${rest}`])
  }
})

describe.each([...scopes])('in the scope %s', (scope) => {
  test('every reference has a component, and every component is referred to', async () => {
    const { paths, components, ...rest } = await readDocument(scope)
    const text = JSON.stringify({ paths, components, rest })
    const references = new Set(Array.from(text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g), ([, name]) => name))
    const { schemas, responses, headers, parameters } = components
    const names = Object.entries({ schemas, responses, headers, parameters }).flatMap(([kind, byName]) =>
      Object.keys(byName).map((name) => `${kind}/${name}`),
    )
    expect(names.sort()).toEqual([...references].sort() as string[])
  })

  test('each operation has one tag, which is described, and each tag has operations', async () => {
    const inScope = await readDocument(scope)
    const used = listOperations(inScope).map(([, { tags }]) => tags)
    expect(used.filter(({ length }) => length !== 1)).toEqual([])
    expect(inScope.tags.map(({ name }) => name).sort()).toEqual([...new Set(used.flat())].sort())
    for (const { description } of inScope.tags) expect(description).not.toBe('')
  })
})

test('the scope api has all paths but those of the console, as the whole document has them', async () => {
  const { paths, components } = await readDocument('api')
  const expected = Object.entries(document.paths).filter(([path]) => !path.startsWith('/console/'))
  expect(expected).toHaveLength(30)
  expect(paths).toEqual(Object.fromEntries(expected))
  expect(document.components).toMatchObject(components)
  const names = Object.keys(components.schemas)
  expect(names).toContain('ChangePage')
  expect(names.filter((name) => /Bulk|Backup|Seed|Audit/.test(name))).toEqual([])
})
