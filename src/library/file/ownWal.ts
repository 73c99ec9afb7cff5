import { statSync } from 'node:fs'
import { OperationalError } from '../../base/errors.ts'
import { quoteForShell } from '../../base/escaping.ts'
import { fileTimestamp } from '../retention.ts'

/**
 * A WAL is made after its library. One that is older belongs to a file that was at this path before, as when a backup is copied to the
 * place of a library whose server was killed: SQLite would apply it, and damage the copy.
 * @throws OperationalError for such a WAL
 */
export const requireOwnWal = (path: string): void => {
  const library = statSync(path, { throwIfNoEntry: false })
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  // Not every file system tells when a file was made: then the time is 0.
  if (!library || !wal?.size || wal.birthtimeMs === 0 || wal.birthtimeMs >= library.birthtimeMs) return
  // Where both were copied with their times, as from an archive, the order in which they were made says nothing.
  if (wal.mtimeMs < wal.birthtimeMs) return
  const [file, aside] = [`${path}-wal`, `${path}.replaced-${fileTimestamp()}-wal`]
  throw new OperationalError(
    `${file} belongs to another file: it is older than ${path}, and would damage it. To use the library as it is, move the other file away: mv ${quoteForShell(file)} ${quoteForShell(aside)}`,
  )
}
