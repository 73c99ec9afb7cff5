import { opendirSync } from 'node:fs'
import { explainFolderError } from '../library/describeFileError.ts'
import type { Settings } from './settings.ts'

/** Why the console shows no covers, and what to do; undefined if it does, or need not. */
export const describeCovers = ({ covers, console }: Pick<Settings, 'covers' | 'console'>): string | undefined => {
  if (covers === undefined || console === 'off') return
  try {
    opendirSync(covers).closeSync()
  } catch (error) {
    const advice = 'Let this user read it and the folders above it.'
    return `The console shows no covers now. ${explainFolderError(error, covers, 'read', advice)}`
  }
}
