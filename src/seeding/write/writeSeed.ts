import type { AuditedWrite } from '../../audit/write.ts'

/**
 * Runs the write of a seed, as a whole or not at all. Returns the report of its work, also after a dry run.
 * @param dryRun - roll everything back
 */
export const writeSeed = async <Report>(
  write: AuditedWrite,
  dryRun: boolean,
  work: (...args: Parameters<Parameters<AuditedWrite>[0]>) => Promise<Report>,
): Promise<Report> => {
  let report: Report | undefined
  const rollback = new Error('The write of a dry run is rolled back.')
  try {
    return await write(async (...args) => {
      report = await work(...args)
      if (dryRun) throw rollback
      return report
    })
  } catch (error) {
    if (error === rollback) return report as Report // It is thrown after the work has returned.
    throw error
  }
}
