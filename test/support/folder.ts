import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates an empty temporary folder, which is removed when it is disposed of. */
export const emptyFolder = (): { path: string } & Disposable => {
  const path = mkdtempSync(join(tmpdir(), 'music-library-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
