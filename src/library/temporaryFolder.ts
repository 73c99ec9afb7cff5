import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeFileError } from './describeFileError.ts'
import { takeTemporaryName } from './temporaryFiles.ts'

/**
 * Creates a folder for the copy of a library, in the temporary folder of the machine. Its end deletes it.
 * @throws OperationalError that says what to do, as `describeFileError` does
 */
export const createTemporaryFolder = () => {
  const file = join(tmpdir(), 'library.db')
  try {
    const { path, [Symbol.dispose]: dispose } = takeTemporaryName(file)
    mkdirSync(path, { mode: 0o700 })
    return { path: join(path, 'library.db'), [Symbol.dispose]: dispose }
  } catch (error) {
    throw describeFileError(error, file, 'write', {
      name: `The temporary folder ${tmpdir()}`,
      advice: 'A copy of the backup is made there: set TMPDIR to a folder with room that this user can write.',
    })
  }
}
