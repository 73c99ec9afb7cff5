import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { OperationalError } from '../base/errors.ts'
import { requireNoLibrary } from '../library/file/protect.ts'
import { temporaryName } from '../library/temporaryFiles.ts'

/** Where a demo writes its port, so that `demo reset` finds it: beside the file of its tokens. */
export const demoPortFile = (tokens: string): string => `${tokens}.port`

/**
 * Writes the port of a server into a file, for scripts: the file is complete as soon as it exists.
 * @returns a function that removes the file
 * @throws OperationalError if it can't be written, or would replace a library
 */
export const writePortFile = (file: string, origin: string): (() => void) => {
  requireNoLibrary(file)
  const temporary = temporaryName(file)
  try {
    writeFileSync(temporary, `${new URL(origin).port}\n`, { flag: 'wx' })
    renameSync(temporary, file)
  } catch {
    rmSync(temporary, { force: true })
    throw new OperationalError(
      `The port file ${file} can't be written. Check that its folder is there, and that you may write to it.`,
    )
  }
  return () => rmSync(file, { force: true })
}
