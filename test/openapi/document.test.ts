import { expect, test } from 'bun:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from '@sinclair/typebox'
import { listDeclaredRoutes } from '../../src/app/declaredRoutes.ts'
import { createSchemaConverter } from '../../src/openapi/schemas.ts'
import { consoleEndpoints, endpoints, endpointsBesideApi, withoutQuery } from '../contract/endpoints.ts'
import { listOperations, readDocument } from '../support/openApiDocument.ts'
import { createResponseValidator } from '../support/schemaValidator.ts'

const document = await readDocument()

const operations = listOperations(document)

const schemaOf = (name: string) => document.components.schemas[name]

test('the document has every endpoint of the contract, the searches, the changes, the console and the health checks, and no other', () => {
  const expected = [
    ...endpoints.map(([, method, path]) => `${method} /api${path.replace(':id', '{id}')}`),
    ...endpointsBesideApi.map(([, method, path]) => `${method} ${withoutQuery(path)}`),
    ...consoleEndpoints.map(([, method, path]) => `${method} /console/api${withoutQuery(path).replace(':id', '{id}')}`),
  ]
  const others = ['GET /changes/stream', 'GET /healthz', 'GET /readyz']
  expect(operations.map(([name]) => name).sort()).toEqual([...expected, ...others].sort())
})

test('the linter finds no error, and no warning but that health checks have no 4xx', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  const places = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
  expect(places.sort()).toEqual([
    'operation-4xx-response #/paths/~1healthz/get/responses',
    'operation-4xx-response #/paths/~1readyz/get/responses',
  ])
})

test('every operation needs a token but those that the contract makes public, those of the console that log in or have a key, and the health checks', () => {
  const open = endpoints.filter(([access]) => access === 'everyone').map(([, method, path]) => `${method} /api${path}`)
  const found = operations.filter(([, { security }]) => security.length === 0).map(([name]) => name)
  const ofConsole = ['POST /console/api/setup', 'POST /console/api/proxy-login', 'POST /console/api/guest']
  const ofKeys = ['albums', 'artists'].map((name) => `GET /console/api/covers/${name}/{id}`)
  expect(found.sort()).toEqual([...open, ...ofConsole, ...ofKeys, 'GET /healthz', 'GET /readyz'].sort())
})

test('objects are components with names, and not copies in operations', () => {
  expect(JSON.stringify(document.paths)).not.toContain('"properties"')
  const components = Object.entries(document.components.schemas)
  const nested = components.filter(([, { properties = {} }]) => JSON.stringify(properties).includes('"properties"'))
  expect(nested.map(([name]) => name)).toEqual([])
})

test('a title is that of one schema: a component is the same wherever it is used', async () => {
  for (const { hooks } of await listDeclaredRoutes()) {
    for (const schema of [hooks.declared?.body, ...Object.values<TSchema>(hooks.declared?.response ?? {})]) {
      const { convert, components } = createSchemaConverter()
      if (schema) convert(schema)
      for (const [title, component] of Object.entries(components))
        expect([title, schemaOf(title)]).toEqual([title, JSON.parse(JSON.stringify(component))])
    }
  }
})

test('every body of a request and of a response has an example, which is valid', () => {
  const validate = createResponseValidator(document)
  const { responses: shared } = document.components
  for (const [name, { requestBody, responses }] of operations) {
    for (const body of [requestBody, ...Object.values({ ...shared, ...responses })]) {
      const json = body && 'content' in body ? body.content?.['application/json'] : undefined
      if (!json) continue
      expect([name, json.example]).not.toEqual([name, undefined])
      const { $ref, items } = json.schema
      if ($ref) validate($ref, json.example, name)
      else for (const item of [json.example].flat()) validate(items?.$ref ?? '', item, name)
    }
  }
  expect(operations.filter(([, { requestBody }]) => requestBody)).toHaveLength(37)
})
