import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { compiler } from '../support/compiler.ts'
import { emptyFolder } from '../support/folder.ts'
import { type Document, readDocument } from '../support/openApiDocument.ts'
import { run } from '../support/process.ts'
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

const compilerOptions = {
  target: 'ES2022',
  module: 'Preserve',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

/** A program that checks the types of the client against those of a document. */
const checksOf = (document: Document) => {
  const checks = Object.entries(methods).flatMap(([operation, method]) => {
    const type = `Client${method
      .split('.')
      .map((name) => `['${name}']`)
      .join('')}`
    const body = `check<HasBody<${type}, Operations['${operation}']['body']>>()`
    // The client drops the message of a logout.
    return operation === 'logOut' ? [body] : [body, `check<Returns<${type}, Operations['${operation}']['response']>>()`]
  })
  const imports = `import type { Client, RequestOptions } from ${JSON.stringify(join(import.meta.dir, '../../client/index.ts'))}`
  return `${imports}\n${writeTypes(document)}${helpers}${checks.join('\n')}\n`
}

/** Compiles programs. @returns the lines with errors, by the name of the file, and what else the compiler prints */
const findErrors = async (programs: Record<string, string>) => {
  using folder = emptyFolder()
  const files = Object.keys(programs)
  for (const [name, source] of Object.entries(programs)) await Bun.write(join(folder.path, name), source)
  await Bun.write(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { out } = await run([compiler, '--project', '.', '--pretty', 'false'], folder.path)
  const errors = [...out.matchAll(/^(\S.*?)(?:\((\d+),.*)?$/gm)].map(([, file = '', line]) => [
    file,
    programs[file]?.split('\n')[Number(line) - 1],
  ])
  return errors
}

const document = await readDocument()

test('the client has a method for each operation of the API', () => {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([, operation]) => Object.values(operation).map(({ operationId }) => operationId))
  expect(Object.keys(methods).sort()).toEqual(operations.sort())
})

test('the bodies and results of the client are those of the OpenAPI document, and a difference is found', async () => {
  const changed: Document = structuredClone(document)
  const { SingleTrack, NewAlbum, Label } = changed.components.schemas
  delete SingleTrack?.properties?.genres
  NewAlbum?.required?.push('type')
  Object.assign(Label?.properties?.id ?? {}, { type: 'string' })
  const errors = await findErrors({ 'right.ts': checksOf(document), 'changed.ts': checksOf(changed) })
  expect(errors.filter(([file]) => file !== 'changed.ts')).toEqual([])
  const differences = errors.map(([, line]) => line).join('\n')
  expect(differences).toContain("check<Returns<Client['tracks']['get'], Operations['readTrack']['response']>>()")
  expect(differences).toContain("check<HasBody<Client['albums']['create'], Operations['createAlbum']['body']>>()")
  expect(differences).toContain("check<Returns<Client['artists']['list'], Operations['listArtists']['response']>>()")
  expect(differences).not.toContain("Client['genres']")
})
