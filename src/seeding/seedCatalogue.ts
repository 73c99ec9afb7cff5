import { type AuditedWrite, addParts } from '../audit/write.ts'
import type { Database } from '../library/database.ts'
import { type LongWork, ownWork } from '../library/longWork.ts'
import { createContext, type SeedContext, type SeedOptions, type SeedWrite } from './context.ts'
import { renamesOfProblems } from './match/changedIdentity.ts'
import { withPositions } from './read/positions.ts'
import { InvalidCatalogue, ProblemList, TooManyProblems } from './read/problems.ts'
import { readCatalogue } from './read/readCatalogue.ts'
import { FileText } from './read/text.ts'
import { reconcile } from './reconcile.ts'
import type { LikelyRename, Report } from './report/report.ts'
import { createSeedLog } from './write/seedLog.ts'

/**
 * Seeds the text of a catalogue file, in one write: all of it or nothing. See `reconcile` for the steps.
 * @throws InvalidCatalogue with the problems of the file; PruneLimitExceeded. Nothing is changed then.
 */
export const seedCatalogue = (write: AuditedWrite, text: string, options: SeedOptions = {}): Promise<Report> =>
  runSeed(text, options, (seed) =>
    write(async (tx) => {
      const into = { tx, log: await createSeedLog(tx.db) }
      const report = await seed({ read: tx.db, write: into })
      await auditSeed(into, report)
      return report
    }, ownWork),
  )

/**
 * Finds what seeding a catalogue file would change, from one state of the library. Writes don't wait for it, unless the library is in
 * memory. The report is that of the seed.
 * @throws InvalidCatalogue with the problems of the file
 */
export const previewSeed = (
  { longSnapshot }: Pick<Database, 'longSnapshot'>,
  text: string,
  options: SeedOptions = {},
  work: LongWork = ownWork,
): Promise<Report> =>
  runSeed(text, options, (seed) => longSnapshot(work, (read) => seed({ read, write: undefined })), work)

type Connections = Pick<SeedContext, 'read' | 'write'>

/** @param connect - calls a function with the connections of a transaction */
export const runSeed = async (
  text: string,
  options: SeedOptions,
  connect: (seed: (connections: Connections) => Promise<Report>) => Promise<Report>,
  work: LongWork = ownWork,
): Promise<Report> => {
  const file = new FileText(text)
  const problems = new ProblemList()
  try {
    const catalogue = await readCatalogue(file, problems, work)
    return await connect(async (connections) => {
      const context = await createContext(connections, catalogue, problems, options)
      await reconcile(context)
      if (problems.count > 0)
        throw new InvalidCatalogue(await withPositions(file, problems), renamesOfProblems(context))
      await options.onReconciled?.(context, file)
      const { listed, count } = context.people
      // Most seeds find none, and would load the code of the audit trail for nothing.
      if (listed.length > 0) await (await import('./base/authors.ts')).addAuthors(connections.read, listed)
      const report = {
        ...context.report,
        ...context.changes?.toReport(),
        ...(await context.warnings.locate(file)),
        changed_by_people: listed,
        more_changed_by_people: count - listed.length,
      }
      options.beforeCommit?.(report)
      return report
    })
  } catch (error) {
    if (error instanceof TooManyProblems) throw new InvalidCatalogue(await withPositions(file, problems))
    throw error
  }
}

/** The likely renames of a file, found by a preview that lists as little else as possible. */
export const findRenames = async (
  database: Pick<Database, 'longSnapshot'>,
  text: string,
  { prune }: Pick<SeedOptions, 'prune'>,
  work?: LongWork,
): Promise<LikelyRename[]> => {
  const acceptedRenames: LikelyRename[] = []
  for (;;) {
    try {
      const { likely_renames } = await previewSeed(database, text, { prune, maxChanges: 1, acceptedRenames }, work)
      return [...acceptedRenames, ...likely_renames]
    } catch (error) {
      // Some renames are problems until they are accepted. Others are found afterwards.
      const found = error instanceof InvalidCatalogue ? error.likelyRenames : []
      const added = found.filter(({ id }) => acceptedRenames.every((rename) => rename.id !== id))
      if (added.length === 0) throw error
      acceptedRenames.push(...added)
    }
  }
}

/** Adds one entry with the numbers of changed records to the audit trail, and its parts, unless nothing has changed. */
const auditSeed = async (
  { tx, log }: SeedWrite,
  { sections, likes_deleted, references_cleared, likes_moved, references_moved }: Report,
) => {
  const changed = Object.entries(sections).flatMap(([name, { unchanged, ...counts }]) =>
    Object.values(counts).some((count) => count > 0) ? [[name, counts] as const] : [],
  )
  if (changed.length === 0) return
  const lostAndMoved = { likes_deleted, references_cleared, likes_moved, references_moved }
  await tx.audit({ action: 'seed', counts: { ...Object.fromEntries(changed), ...lostAndMoved } })
  for await (const entries of log.toEntries((name) => sections[name].created)) await addParts(tx, entries)
}
