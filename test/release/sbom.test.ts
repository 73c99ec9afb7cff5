import { Database } from 'bun:sqlite'
import { beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { version } from '../../package.json'
import { readTagLibVersion } from '../../src/converters/scan/tagLib.ts'
import { buildTimeoutMs } from '../support/shared/release.ts'
import { builtRelease, canBuildRelease, releaseTest } from './built.ts'

beforeAll(async () => {
  if (canBuildRelease) await builtRelease()
}, buildTimeoutMs)

const readSbom = async () => Bun.file(join(await builtRelease(), `music-library-${version}.cdx.json`)).json()

const readSchema = async (name: string) => {
  const folder = join(import.meta.dir, '../../node_modules/@cyclonedx/cyclonedx-library/res/schema')
  return Bun.file(join(folder, `${name}.SNAPSHOT.schema.json`)).json()
}

releaseTest('the bill of materials is valid CycloneDX 1.6', async () => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats(ajv)
  // Formats for addresses in other scripts, which ajv-formats lacks. None is in the document.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, /^[ -~]*$/)
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    const id = `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`
    ajv.addSchema({ ...(await readSchema(name)), $id: id })
  }
  const validate = ajv.compile(await readSchema('bom-1.6'))
  validate(await readSbom())
  expect(validate.errors).toBeNull()
})

releaseTest('the bill of materials names what is in the executable, with licences', async () => {
  const { metadata, components, serialNumber } = await readSbom()
  expect(metadata.component).toMatchObject({ name: 'music-library', version })
  expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  const urls = components.map((component: { purl: string }) => component.purl)
  const [[sqlite]] = new Database(':memory:').query('select sqlite_version()').values() as [[string]] // one row, one column
  expect(urls).toContain(`pkg:npm/bun@${Bun.version}`)
  expect(urls).toContain(`pkg:generic/sqlite@${sqlite}`)
  expect(urls).toContain(`pkg:generic/taglib@${await readTagLibVersion()}`)
  // Of the server, and of the console.
  for (const name of ['elysia', 'taglib-wasm', 'react', '@mantine/core', '@iconify-json/tabler']) {
    const { version } = await import(`../../node_modules/${name}/package.json`)
    expect(urls).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`)
  }
  // Only the tests and the build need them.
  for (const name of ['playwright-core', 'typescript', '%40biomejs/biome', 'fflate'])
    expect(urls.filter((url: string) => url.startsWith(`pkg:npm/${name}@`))).toEqual([])
  expect(new Set(urls).size).toBe(urls.length)
})
