import { fromKeys } from '../../base/objects.ts'
import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import { resourceNames } from '../../catalogue/resources.ts'
import type { Diagnosis, Finding } from '../../library/diagnose.ts'
import type { Backup } from '../../library/file/backup.ts'
import type { RestoreResult } from '../../library/file/restore.ts'
import { formatCounts } from './table.ts'
import { printLine } from './write.ts'

/** The path, the contents and the checksum of a backup. */
export const formatBackup = ({ file, contents, bytes, sha256 }: Backup): string => {
  const counts = formatCounts(fromKeys([...resourceNames, 'users', 'likes'], (table) => contents.rows[table] ?? 0))
  return `${file}: ${counts}; ${bytes} bytes, SHA-256 ${sha256}`
}

/** Prints the contents of a restored library, where the previous library is, and what became of the backup's tokens. */
export const printRestored = (
  path: string,
  backup: string,
  { contents, replacedLibrary, prunedLibraries, endSessions }: RestoreResult & { endSessions: boolean },
): void => {
  const { tracks = 0, users = 0, tokens = 0 } = contents.rows
  printLine(`Restored ${path} from ${backup}: ${formatCount(tracks, 'tracks')}, ${formatCount(users, 'users')}.`)
  if (replacedLibrary) printLine(`The library that was there is kept as ${replacedLibrary}`)
  for (const pruned of prunedLibraries) printLine(`Deleted ${pruned}, which an earlier restore had replaced.`)
  if (tokens === 0) return
  printLine(
    endSessions
      ? `Revoked ${formatCount(tokens, 'tokens')}: everybody has to log in again.`
      : `${formatCount(tokens, 'tokens')} of the backup are valid again, even if they were revoked since. To revoke all, restore with --end-sessions.`,
  )
}

const marks = { good: 'ok   ', note: 'note ', wrong: 'WRONG' }

/** Prints the findings of `doctor`: a line for each, or JSON. */
export const printFindings = (findings: Finding[], json: boolean): void => {
  if (json) {
    const diagnosis: Diagnosis = { ok: findings.every(({ state }) => state !== 'wrong'), findings }
    printLine(JSON.stringify(diagnosis, null, 2))
    return
  }
  for (const { what, state, says } of findings) {
    printLine(escapeControls(`${marks[state]}  ${what.padEnd(11)}  ${says}`))
  }
}
