import { escapeControls } from '../../base/visibleText.ts'
import { formatCount } from '../../base/words.ts'
import { listChanges } from '../../catalogue/changes/changeSet.ts'
import { pathOf, type RecordWrite } from '../../catalogue/changes/recordWrite.ts'
import { toUndoneRecord, type UndoResult } from '../../history/undo/report.ts'
import type { Undone } from '../../history/undo/undo.ts'
import { memberLines } from './table.ts'
import { printChunks, reportChunks } from './write.ts'

const verbs: Record<RecordWrite['action'], [would: string, has: string]> = {
  create: ['would come back', 'is back'],
  update: ['would change', 'is changed'],
  delete: ['would be deleted', 'is deleted'],
  merge: ['would be merged', 'is merged'],
}

/** What undoing does, as the rest of a sentence about it. */
export const describeUndo = ({ counts }: Undone): string => {
  const { created, updated, deleted, likes_deleted, likes_lost } = counts
  const parts = [
    created && `brings ${formatCount(created, 'records')} back`,
    updated && `changes ${formatCount(updated, 'records')}`,
    deleted && `deletes ${formatCount(deleted, 'records')}`,
    likes_deleted && `deletes ${formatCount(likes_deleted, 'likes')}`,
    likes_lost && `leaves out ${formatCount(likes_lost, 'likes')} of deleted accounts`,
  ].filter(Boolean)
  return parts.length === 0 ? 'changes nothing' : parts.join(', ')
}

interface Options {
  isDryRun: boolean
  json: boolean
}

/** Prints what was changed, or would be: a line for each record, and an indented one for each changed member. */
export const printUndo = (result: Undone, { isDryRun, json }: Options): Promise<void> => {
  if (!json) return printChunks(textChunks(result, isDryRun))
  const { entry, changes, ...numbers } = result
  const report: Partial<UndoResult> = { id: entry.id, ...numbers, digest: changes.digest }
  return printChunks(reportChunks(report, jsonChanges(result)))
}

async function* jsonChanges({ changes }: Undone) {
  for await (const page of changes.pages()) for (const { name, ...change } of page.map(toUndoneRecord)) yield change
}

async function* textChunks(result: Undone, isDryRun: boolean) {
  const { listed, more } = await listChanges(result.changes, (write) => write)
  for (const write of listed) {
    yield `${pathOf(write)} ${verbs[write.action][isDryRun ? 0 : 1]}\n`
    for (const line of memberLines(write.changes)) yield `${escapeControls(line)}\n`
  }
  const { conflicts, more_conflicts, has_uncounted_conflicts } = result
  const moreRecords = `${formatCount(more, 'records')} more`
  if (more > 0)
    yield has_uncounted_conflicts ? `… and at least ${moreRecords}\n` : `… and ${moreRecords}; --json lists all\n`
  for (const { message } of conflicts) yield `${escapeControls(message)}\n`
  if (more_conflicts > 0)
    yield `… and ${has_uncounted_conflicts ? 'more than ' : ''}${formatCount(more_conflicts, 'conflicts')} more\n`
  if (conflicts.length > 0) yield `Entry ${result.entry.id} can't be undone: records have changed since.\n`
  else if (isDryRun) yield `Undoing entry ${result.entry.id} ${describeUndo(result)}. Nothing was changed.\n`
  else yield `Entry ${result.entry.id} is undone: this ${describeUndo(result)}.\n`
}
