import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeFileError } from './describeFileError.ts'

/** Creates a folder for the copy of a library, in the temporary folder of the machine. */
export const createTemporaryFolder = () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'music-library-'))
  return {
    path: join(folder, 'library.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Translates an error about the temporary folder, as `describeFileError` does. */
export const describeTemporaryFolderError = (error: unknown): unknown =>
  describeFileError(error, join(tmpdir(), 'library.db'), 'write', {
    name: `The temporary folder ${tmpdir()}`,
    advice: 'A copy of the backup is made there: set TMPDIR to a folder with room that this user can write.',
  })
