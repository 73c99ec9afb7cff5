import { type AuditedTransaction, type AuditedWrite, addParts } from '../audit/write.ts'
import { createContext, type SeedOptions } from './context.ts'
import { withPositions } from './read/positions.ts'
import { InvalidCatalogue, ProblemList, TooManyProblems } from './read/problems.ts'
import { readCatalogue } from './read/readCatalogue.ts'
import { FileText } from './read/text.ts'
import { reconcile } from './reconcile.ts'
import type { LikelyRename, Report } from './report/report.ts'
import { createSeedLog, noLog, type SeedLog } from './write/seedLog.ts'
import { writeUnlessDryRun } from './write/writeUnlessDryRun.ts'

/**
 * Seeds the text of a catalogue file, in one write: all of it or nothing. See `reconcile` for the steps.
 * @throws InvalidCatalogue with the problems of the file; PruneLimitExceeded. Nothing is changed then.
 */
export const seedCatalogue = async (write: AuditedWrite, text: string, options: SeedOptions = {}): Promise<Report> => {
  const file = new FileText(text)
  const problems = new ProblemList()
  try {
    const catalogue = await readCatalogue(file, problems)
    return await writeUnlessDryRun(write, options.dryRun ?? false, async (tx) => {
      const log = options.dryRun ? noLog : await createSeedLog(tx.db)
      const context = createContext(tx, catalogue, problems, options, log)
      await reconcile(context)
      if (problems.count > 0) throw new InvalidCatalogue(withPositions(file, problems))
      const report = { ...context.report, ...context.changes?.toReport(), ...context.warnings.locate(file) }
      options.beforeCommit?.(report)
      await auditSeed(tx, report, log)
      return report
    })
  } catch (error) {
    if (error instanceof TooManyProblems) throw new InvalidCatalogue(withPositions(file, problems))
    throw error
  }
}

/** The likely renames of a file, found by a dry run that lists as little else as possible. */
export const findRenames = async (
  write: AuditedWrite,
  text: string,
  options: Pick<SeedOptions, 'prune' | 'onProgress'>,
): Promise<LikelyRename[]> =>
  (await seedCatalogue(write, text, { ...options, dryRun: true, maxChanges: 1 })).likely_renames

/** Adds one entry with the numbers of changed records to the audit trail, and its parts, unless nothing has changed. */
const auditSeed = async (
  tx: AuditedTransaction,
  { sections, likes_deleted, references_cleared, likes_moved, references_moved }: Report,
  log: SeedLog,
) => {
  const changed = Object.entries(sections).flatMap(([name, { unchanged, ...counts }]) =>
    Object.values(counts).some((count) => count > 0) ? [[name, counts] as const] : [],
  )
  if (changed.length === 0) return
  const lostAndMoved = { likes_deleted, references_cleared, likes_moved, references_moved }
  await tx.audit({ action: 'seed', counts: { ...Object.fromEntries(changed), ...lostAndMoved } })
  await addParts(tx, await log.toEntries((name) => sections[name].created))
}
