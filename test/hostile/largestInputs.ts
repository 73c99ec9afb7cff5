import type { Document, JsonSchema, Operation } from '../support/openApiDocument.ts'

// The largest inputs that the endpoints take, in shapes that are expensive for a parser or a validator. The endpoints are those of the
// OpenAPI document, which follows from the mounted routes.

/** Creates a text of about this many bytes. */
export type Shape = (bytes: number) => string

export interface LargestInput {
  /** The operation and the shape. */
  name: string
  method: string
  path: string
  /** The size of the largest input, in bytes. */
  maxBytes: number
  /** Creates the body, or the query string of a request without one. */
  create: Shape
}

export const repeat = (text: string, bytes: number) => text.repeat(Math.max(1, Math.floor(bytes / text.length)))

export const numbered = (bytes: number, item: (index: number) => string, separator = ',') => {
  const items: string[] = []
  for (let [index, size] = [1, 0]; size < bytes; index++) {
    const text = item(index)
    items.push(text)
    size += text.length + separator.length
  }
  return items.join(separator)
}

/** Values, of which some are no JSON: a client may send anything. */
const values: Record<string, Shape> = {
  'nested arrays': (bytes) => repeat('[', bytes / 2) + repeat(']', bytes / 2),
  'open arrays': (bytes) => repeat('[', bytes),
  'nested objects': (bytes) => `${repeat('{"a":', bytes * 0.8)}0${repeat('}', bytes / 5)}`,
  'empty objects': (bytes) => `[${repeat('{},', bytes)}{}]`,
  'one number many times': (bytes) => `[${repeat('1,', bytes)}1]`,
  'distinct numbers': (bytes) => `[${numbered(bytes, String)}]`,
  'distinct texts': (bytes) => `[${numbered(bytes, (index) => `"${index}"`)}]`,
  'one long text': (bytes) => `"${repeat('ü', bytes / 2)}"`,
  'escaped text': (bytes) => `"${repeat('\\u0041', bytes)}"`,
  'distinct members': (bytes) => `{${numbered(bytes, (index) => `"m${index}":0`)}}`,
  'one member many times': (bytes) => `{${repeat('"a":0,', bytes)}"a":0}`,
  spaces: (bytes) => repeat(' ', bytes),
  'empty lines': (bytes) => repeat('\n', bytes),
}

const members = (schema: JsonSchema | undefined, document: Document): string[] => {
  const named =
    schema && '$ref' in schema ? document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''] : schema
  return Object.entries(named?.properties ?? {}).flatMap(([name, property]) => [name, ...members(property, document)])
}

const bodiesOf = (operation: Operation, document: Document): [name: string, Shape][] => {
  const names = members(operation.requestBody?.content['application/json'].schema, document)
  return Object.entries(values).flatMap(([shape, create]): [string, Shape][] => [
    [shape, create],
    ...names.map((name): [string, Shape] => [
      `${shape} as ${name}`,
      (bytes) => `{"${name}":${create(bytes - name.length - 5)}}`,
    ]),
    // The members of bulk changes: each adds and removes the same ids.
    ...(names.includes('changes') && shape === 'distinct numbers'
      ? names.map((name): [string, Shape] => [
          `${shape} to add to and to remove from ${name}`,
          (bytes) =>
            `{"ids":[1],"changes":{"${name}":{"add":${create(bytes / 2 - 40)},"remove":${create(bytes / 2 - 40)}}}}`,
        ])
      : []),
  ])
}

/** What is expensive as entries of one section is as expensive in the others. */
const sections = ['labels', 'tracks']
const entries: Record<string, Shape> = {
  ...values,
  'entries of one name': (bytes) =>
    `[${repeat('{"name":"Blue Note","title":"Kind of Blue","file_path":"/a"},', bytes)}{}]`,
  'an entry with a long name': (bytes) => `[{"name":"${repeat('ü', bytes / 2)}"}]`,
  'an entry with many references': (bytes) =>
    `[{"title":"So What","file_path":"/a","artists":[${numbered(bytes, (index) => `"Artist ${index}"`)}]}]`,
  'an entry with one reference many times': (bytes) =>
    `[{"title":"So What","file_path":"/a","artists":[${repeat('"Miles Davis",', bytes)}"Miles Davis"]}]`,
  'an entry with many members': (bytes) => `[{${numbered(bytes, (index) => `"m${index}":0`)}}]`,
}

/** The shapes of a catalogue file: those of any value, and of one in place of its entries. */
const catalogueShapes: [name: string, Shape][] = [
  ...Object.entries(values),
  ...sections.flatMap((section) =>
    Object.entries(entries).map(([shape, create]): [string, Shape] => [
      `${shape} as ${section}`,
      (bytes) => `{"${section}":${create(bytes - section.length - 5)}}`,
    ]),
  ),
]

const queries: Record<string, Shape> = {
  'one parameter many times': (bytes) => repeat('q&', bytes),
  'distinct parameters': (bytes) => numbered(bytes, (index) => `p${index}`, '&'),
  'one long value': (bytes) => `q=${repeat('a', bytes)}`,
  'many words': (bytes) => `q=${repeat('a+', bytes)}`,
  'encoded letters': (bytes) => `q=${repeat('%C3%BC', bytes)}`,
  ids: (bytes) => `ids=${numbered(bytes, String)}`,
}

// A little below the limits, since a shape may become longer by one item.
/** The maximum length of the URL and the headers is 16 KB. */
const maxQueryBytes = 15_000
const maxBodyBytes = 1_048_000
/** The maximum size of a body of `/login`, `/register` and `PUT /me` is 64 KiB. */
const maxSessionBodyBytes = 65_000
const maxCatalogueBytes = 67_000_000

/** Whether the input is the body of the request, and not its query string. */
export const takesBody = ({ maxBytes }: LargestInput): boolean => maxBytes !== maxQueryBytes

const sessionPaths = ['/api/login', '/api/register', '/api/me']

/** The largest inputs of all operations of the document. */
export const largestInputs = (document: Document): LargestInput[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      // Without a body, other requests than GET change things, such as the end of the sessions that the test uses.
      if (!operation.requestBody && method !== 'get') return []
      const isSeeding = operation.requestBody !== undefined && path.startsWith('/console/api/seed')
      const shapes = isSeeding
        ? catalogueShapes
        : operation.requestBody
          ? bodiesOf(operation, document)
          : Object.entries(queries)
      const maxBytes = isSeeding
        ? maxCatalogueBytes
        : !operation.requestBody
          ? maxQueryBytes
          : sessionPaths.includes(path)
            ? maxSessionBodyBytes
            : maxBodyBytes
      return shapes.map(([shape, create]) => ({
        name: `${method.toUpperCase()} ${path}, ${shape}`,
        method: method.toUpperCase(),
        path: path.replace('{id}', '1'),
        maxBytes,
        create,
      }))
    }),
  )
