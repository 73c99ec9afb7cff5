import { join } from 'node:path'

/** The compiler of the repository: TypeScript 7. */
export const compiler = join(import.meta.dir, '../../node_modules/.bin/tsc')
