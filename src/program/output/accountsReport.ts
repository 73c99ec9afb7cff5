import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import type { AccountChange, AccountsReport } from '../../seeding/accounts/seedAccounts.ts'
import type { Format } from './seedReport.ts'
import { printChunks, printLine } from './write.ts'

/** Prints the result of seeding accounts: JSON, or the counts and, for a dry run, the changes. */
export const printAccountsReport = async (
  { likes_added, ...counts }: AccountsReport,
  changes: readonly AccountChange[],
  { dryRun, json, quiet }: Format,
): Promise<void> => {
  if (json) {
    const report = { dry_run: dryRun ?? false, ...counts, likes_added, changes }
    return printChunks([`${JSON.stringify(report, null, 2)}\n`])
  }
  if (quiet) return
  const { created, updated, unchanged } = counts
  if (dryRun && changes.length === 0) {
    const count = formatCount(unchanged, 'accounts')
    printLine(`This was a dry run. Nothing would change: the library already has the ${count} of the file.`)
    return
  }
  if (dryRun) for (const change of updatesFirst(changes)) printLine(escapeControls(lineOf(change)))
  printLine(`accounts  ${created} created, ${updated} updated, ${unchanged} unchanged`)
  printLine(`likes     ${likes_added} added`)
  if (dryRun) printLine('This was a dry run. Nothing was changed.')
}

const updatesFirst = (changes: readonly AccountChange[]) =>
  (['update', 'create'] as const).flatMap((kind) => changes.filter(({ action }) => action === kind))

/** + created, ~ updated, followed by what changes. */
const lineOf = ({ action, email, members, likes_added }: AccountChange) => {
  const changed = [...members, ...(likes_added > 0 ? [formatCount(likes_added, 'likes')] : [])]
  return `${action === 'create' ? '+' : '~'} ${email}${changed.length > 0 ? ` (${changed.join(', ')})` : ''}`
}
