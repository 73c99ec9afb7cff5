import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The JavaScript of a TypeScript file in this folder. Bun calls it as a macro when it loads or bundles the calling file: so the
 * executable contains the result.
 */
export const transpile = (file: string): string =>
  new Bun.Transpiler({ loader: 'ts', target: 'browser', minifyWhitespace: true }).transformSync(
    readFileSync(join(import.meta.dir, file), 'utf8'),
  )
