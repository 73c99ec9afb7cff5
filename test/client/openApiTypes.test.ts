import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { emptyFolder } from '../support/folder.ts'
import { type Document, readDocument } from '../support/openApiDocument.ts'
import { browserOptions, checkTypes, root } from './declarations.ts'
import { writeTypes } from './openApiTypes.ts'

/** The method of the client for each operation of the API. */
const methods: Record<string, string> = {
  register: 'register',
  logIn: 'login',
  logOut: 'logout',
  readOwnAccount: 'me.get',
  updateOwnAccount: 'me.update',
  listLikes: 'me.likes',
  likeTrack: 'tracks.like',
  unlikeTrack: 'tracks.unlike',
  ...Object.assign(
    {},
    ...['Label', 'Genre', 'Artist', 'Album', 'Track', 'User'].map((name) => {
      const resource = `${name.toLowerCase()}s`
      return {
        [`list${name}s`]: `${resource}.list`,
        [`read${name}`]: `${resource}.get`,
        [`create${name}`]: `${resource}.create`,
        [`update${name}`]: `${resource}.update`,
        [`delete${name}`]: `${resource}.delete`,
      }
    }),
  ),
}

const helpers = `
type Flat<Type> = Type extends (infer Item)[] ? Flat<Item>[] : Type extends object ? { [Name in keyof Type]: Flat<Type[Name]> } : Type
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** The body among the parameters of a method: it is neither an id nor the options. */
type BodyOf<Parameters extends unknown[]> = Parameters extends [infer First, ...infer Rest]
  ? First extends number ? BodyOf<Rest> : First extends RequestOptions ? undefined : First
  : undefined
type Method = (...args: never[]) => Promise<unknown>
const check = <_ extends true>() => {}
/** The client takes undefined for a member that may be left out, in programs with exactOptionalPropertyTypes. */
type WithUndefined<Body> = Body extends object
  ? { [Name in keyof Body]: {} extends Pick<Body, Name> ? Body[Name] | undefined : Body[Name] }
  : Body
type HasBody<Call extends Method, Body> = Identical<Flat<BodyOf<Required<Parameters<Call>>>>, Flat<WithUndefined<Body>>>
type Returns<Call extends Method, Body> = Identical<Flat<Awaited<ReturnType<Call>>>, Flat<Body>>
`

/** Checks the types of the client against those of a document. Returns what tsc prints, and the lines of the checks. */
const compareTypes = async (document: Document) => {
  using folder = emptyFolder()
  const checks = Object.entries(methods).flatMap(([operation, method]) => {
    const type = `Client${method
      .split('.')
      .map((name) => `['${name}']`)
      .join('')}`
    const body = `check<HasBody<${type}, Operations['${operation}']['body']>>()`
    // The client drops the message of a logout.
    return operation === 'logOut' ? [body] : [body, `check<Returns<${type}, Operations['${operation}']['response']>>()`]
  })
  const imports = `import type { Client, RequestOptions } from ${JSON.stringify(join(root, 'client/index.ts'))}`
  const source = `${imports}\n${writeTypes(document)}${helpers}${checks.join('\n')}\n`
  await Bun.write(join(folder.path, 'check.ts'), source)
  const output = await checkTypes(folder.path, ['check.ts'], { ...browserOptions, allowImportingTsExtensions: true })
  const lines = source.split('\n')
  return [...output.matchAll(/^check\.ts\((\d+),/gm)]
    .map(([, line]) => lines[Number(line) - 1])
    .concat(output && !output.startsWith('check.ts(') ? [output] : [])
}

const document = await readDocument()

test('the client has a method for each operation of the API', () => {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([, operation]) => Object.values(operation).map(({ operationId }) => operationId))
  expect(Object.keys(methods).sort()).toEqual(operations.sort())
})

test('the bodies and results of the client are those of the OpenAPI document', async () => {
  expect(await compareTypes(document)).toEqual([])
})

test('a difference between the client and the OpenAPI document is found', async () => {
  const changed: Document = structuredClone(document)
  const { SingleTrack, NewAlbum, Label } = changed.components.schemas
  delete SingleTrack?.properties?.genres
  NewAlbum?.required?.push('type')
  Object.assign(Label?.properties?.id ?? {}, { type: 'string' })
  const differences = (await compareTypes(changed)).join('\n')
  expect(differences).toContain("check<Returns<Client['tracks']['get'], Operations['readTrack']['response']>>()")
  expect(differences).toContain("check<HasBody<Client['albums']['create'], Operations['createAlbum']['body']>>()")
  expect(differences).toContain("check<Returns<Client['artists']['list'], Operations['listArtists']['response']>>()")
  expect(differences).not.toContain("Client['genres']")
})
