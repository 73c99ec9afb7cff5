import type { Actor } from '../../audit/entry.ts'
import { type AuditedWrite, createAuditedWrite } from '../../audit/write.ts'
import type { Database } from '../../database/database.ts'

interface Options {
  actor: Actor
  /** Roll everything back. */
  dryRun: boolean
}

/** Runs the write of a seed, as a whole or not at all. Returns the report of its work, also after a dry run. */
export const writeSeed = async <Report>(
  { write }: Pick<Database, 'write'>,
  { actor, dryRun }: Options,
  work: (...args: Parameters<Parameters<AuditedWrite>[0]>) => Promise<Report>,
): Promise<Report> => {
  let report: Report | undefined
  const rollback = new Error('The write of a dry run is rolled back.')
  try {
    return await createAuditedWrite(
      write,
      actor,
    )(async (...args) => {
      report = await work(...args)
      if (dryRun) throw rollback
      return report
    })
  } catch (error) {
    if (error === rollback) return report as Report // It is thrown after the work has returned.
    throw error
  }
}
