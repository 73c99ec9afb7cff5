import { resourceNames } from './resources.ts'

/** The kinds of records that entries of the audit trail name. */
export const auditedKinds = [...resourceNames, 'users', 'tokens', 'invitations']

/** Whether a text names a record, such as `tracks/3`, or all records of a kind, such as `tracks`. */
export const isAuditedRecord = (text: string): boolean => {
  const [, kind = ''] = /^([a-z]+)(?:\/[1-9]\d*)?$/.exec(text) ?? []
  return auditedKinds.includes(kind)
}
