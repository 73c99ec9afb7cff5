import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeFileError } from './describeFileError.ts'
import { takeTemporaryName } from './temporaryFiles.ts'

/** Creates a folder for the copy of a library, in the temporary folder of the machine. */
export const createTemporaryFolder = () => {
  const { path, remove } = takeTemporaryName(join(tmpdir(), 'library.db'))
  mkdirSync(path, { mode: 0o700 })
  return { path: join(path, 'library.db'), remove }
}

/** Translates an error about the temporary folder, as `describeFileError` does. */
export const describeTemporaryFolderError = (error: unknown): unknown =>
  describeFileError(error, join(tmpdir(), 'library.db'), 'write', {
    name: `The temporary folder ${tmpdir()}`,
    advice: 'A copy of the backup is made there: set TMPDIR to a folder with room that this user can write.',
  })
