import type { AuditedTransaction, AuditedWrite } from '../../audit/write.ts'

/**
 * Runs the write of a seed, as a whole or not at all. Returns the report of its work, also after a dry run.
 * @param dryRun - roll everything back
 */
export const writeUnlessDryRun = async <Report>(
  write: AuditedWrite,
  dryRun: boolean,
  work: (tx: AuditedTransaction) => Promise<Report>,
): Promise<Report> => {
  let report: Report | undefined
  const rollback = new Error('The write of a dry run is rolled back.')
  try {
    return await write(async (tx) => {
      report = await work(tx)
      if (dryRun) throw rollback
      return report
    })
  } catch (error) {
    if (error === rollback) return report as Report // It is thrown after the work has returned.
    throw error
  }
}
