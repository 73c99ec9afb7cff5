import type { AuditedTransaction } from '../../audit/auditedWrite.ts'
import { updateColumns } from '../../catalogue/records.ts'
import type { ResourceName } from '../../catalogue/resources.ts'

/** Stores keys of records that have none, with one entry in the audit trail. */
export const storeKeys = async (
  tx: AuditedTransaction,
  keys: readonly { section: ResourceName; id: number; key: string }[],
): Promise<void> => {
  for (const [section, own] of Map.groupBy(keys, (found) => found.section)) {
    const writes = own.map(({ id, key }) => ({ id, changes: { key: { from: null, to: key } } }))
    await updateColumns(tx, section, writes)
  }
  if (keys.length > 0) await tx.audit({ action: 'keys', counts: { keys: keys.length } })
}
