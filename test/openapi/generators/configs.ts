// What generates zod schemas from the document `openapi.json` of a folder.

/** A generator of zod schemas. */
export interface Generator {
  /** The packages, which are installed at these versions. */
  packages: Record<string, string>
  configFile: string
  config: string
  /** The arguments of `bun x`. */
  command: string[]
  /** The file that it writes. */
  output: string
  /** The name of the schema of a response in this file. @param id - of the operation, with an upper-case letter first */
  responseName: (id: string, status: number) => string
  /** The same of the body of a request. */
  bodyName: (id: string) => string
}

const lowerFirst = (id: string) => id.charAt(0).toLowerCase() + id.slice(1)

const heyApi: Generator = {
  packages: { '@hey-api/openapi-ts': '0.99.0', typescript: '5.9.3' },
  configFile: 'hey-api.config.mjs',
  config: `export default { input: 'openapi.json', output: 'hey-api', plugins: ['zod'] }`,
  command: ['openapi-ts', '-f', 'hey-api.config.mjs'],
  output: 'hey-api/zod.gen.ts',
  responseName: (id) => `z${id}Response`,
  bodyName: (id) => `z${id}Body`,
}

const orval: Generator = {
  packages: { orval: '8.38.0' },
  configFile: 'orval.config.mjs',
  config: `export default {
  library: { input: 'openapi.json', output: { client: 'zod', mode: 'single', target: 'orval/zod.ts' } },
}`,
  command: ['orval', '--config', 'orval.config.mjs'],
  output: 'orval/zod.ts',
  responseName: (id) => `${id}Response`,
  bodyName: (id) => `${id}Body`,
}

const kubb: Generator = {
  packages: {
    '@kubb/cli': '4.39.3',
    '@kubb/core': '4.39.3',
    '@kubb/plugin-oas': '4.39.3',
    '@kubb/plugin-zod': '4.39.3',
  },
  configFile: 'kubb.config.mjs',
  config: `import { defineConfig } from '@kubb/core'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginZod } from '@kubb/plugin-zod'

export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './kubb', barrelType: false, format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginZod({ output: { path: 'zod.ts', barrelType: false }, version: '4' })],
})`,
  command: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
  output: 'kubb/zod.ts',
  responseName: (id, status) => `${lowerFirst(id)}${status}Schema`,
  bodyName: (id) => `${lowerFirst(id)}MutationRequestSchema`,
}

export const generators: Record<string, Generator> = { '@hey-api/openapi-ts': heyApi, orval, kubb }
