import type { Transaction } from '../database/transaction.ts'
import type { Audit } from './entry.ts'

export interface AuditedTransaction extends Transaction {
  audit: Audit
}
