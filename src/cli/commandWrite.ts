import { commandLine } from '../audit/entry.ts'
import { type AuditedWrite, createAuditedWrite } from '../audit/write.ts'
import type { Database } from '../database/database.ts'

/** The write of commands, whose entries in the audit trail say that they are from the command line. */
export const commandWrite = ({ write }: Pick<Database, 'write'>): AuditedWrite => createAuditedWrite(write, commandLine)
