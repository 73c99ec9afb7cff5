import { DatabaseBusy, errorMessage } from '../../base/errors.ts'
import { defaultLimits } from '../../base/limits.ts'
import { formatBytes, listFirst } from '../../base/words.ts'
import { describeFolderProblem } from '../backupFolder.ts'
import { describeFileError } from '../describeFileError.ts'
import {
  type AuditLimits,
  checkNewestBackup,
  checkOtherBackups,
  checkTemporaryFiles,
  describeAdmins,
  describeAudit,
  type Finding,
  maxNames,
  selectAdminCount,
  selectAuditSize,
} from '../diagnose.ts'
import { listOwnBackups } from '../file/backup.ts'
import { selectHasRecords, selectRoles, toLibraryId } from '../libraryId.ts'
import { listTemporaryFolders } from '../temporaryFiles.ts'
import { parseAddress } from './address.ts'
import { backupNameOf } from './backup.ts'
import type { OwnConnection } from './client.ts'
import { inTransaction, withConnection } from './connection.ts'
import { countWrongFoldedNames, findLowSequences, findOrphans } from './consistency.ts'
import { currentSchema, readSchema } from './migrate.ts'
import { describeServerProblem } from './requirements.ts'
import { insufficientPrivilege, sqlState } from './serverErrors.ts'
import { checkConnections, checkStandbys, checkWrites } from './serverState.ts'
import type { RunStatement } from './session.ts'
import { findStructureProblems } from './structure.ts'

/** What helps against everything that is wrong with the tables: a restore creates them anew. */
const rebuild = 'Make a backup, and restore it into a new database.'

/**
 * Examines a library on PostgreSQL, also while it is served. Changes nothing. Reads all tables.
 * @param folder - for backups, if it is known
 * @param audit - the settings of the audit trail
 */
export const diagnosePostgres = async (
  url: string,
  folder: string | undefined,
  audit: AuditLimits = defaultLimits,
): Promise<{ name: string; findings: Finding[] }> => {
  const { name } = parseAddress(url)
  try {
    const findings = await withConnection(url, async (connection) => [
      await checkDatabase(connection.run, name),
      ...(await checkServer(connection, name, audit)),
      ...(await checkBackups(connection.run, url, folder)),
      checkTemporaryFiles(listTemporaryFolders(undefined, folder)),
    ])
    return { name, findings }
  } catch (error) {
    return { name, findings: [{ what: 'database', state: 'wrong', says: errorMessage(error) }] }
  }
}

const selectDatabase = `SELECT current_setting('server_version'), pg_database_size(current_database())`

const checkDatabase = async (run: RunStatement, name: string): Promise<Finding> => {
  const [[version, size] = []] = await run(selectDatabase, [])
  return { what: 'database', state: 'good', says: `${name}, ${formatBytes(Number(size))}, PostgreSQL ${version}` }
}

const checkServer = async (connection: OwnConnection, name: string, audit: AuditLimits): Promise<Finding[]> => {
  const { run } = connection
  const problem = await describeServerProblem(run)
  if (problem) return [{ what: 'server', state: 'wrong', says: problem }]
  const server: Finding = { what: 'server', state: 'good', says: 'a change is on its disk before it is acknowledged' }
  return [
    server,
    ...(await checkContents(connection, name, audit)),
    await check('writes', () => checkWrites(run)),
    await check('connections', () => checkConnections(run)),
    await check('standbys', () => checkStandbys(run)),
  ]
}

const checkContents = async (connection: OwnConnection, name: string, audit: AuditLimits): Promise<Finding[]> => {
  const { run } = connection
  const what = 'schema'
  try {
    const schema = await readSchema(run, name)
    if (schema === undefined) return [{ what, state: 'wrong', says: `There is no library at ${name}.` }]
    if (schema > currentSchema)
      return [{ what, state: 'wrong', says: `${schema} of a newer program, and this one knows ${currentSchema}` }]
    if (schema < currentSchema)
      return [{ what, state: 'note', says: `${schema}; the next start of a server brings it to ${currentSchema}` }]
  } catch (error) {
    return [{ what, state: 'wrong', says: errorMessage(error) }]
  }
  return [
    { what, state: 'good', says: `${currentSchema}, the newest` },
    ...(await checkStructure(connection)),
    await checkUndone(connection, 'references', checkReferences),
    await checkUndone(connection, 'names', checkNames),
    await checkUndone(connection, 'ids', checkIds),
    await check('admins', () => checkAdmins(run)),
    ...(await checkAudit(run, audit)),
  ]
}

/** An error is the result of its check, and ends no other one. */
const check = async (what: string, work: () => Promise<Finding>): Promise<Finding> => {
  try {
    return await work()
  } catch (error) {
    return { what, state: 'wrong', says: `It can't be checked: ${errorMessage(error)}` }
  }
}

/** The same in a transaction of its own, which is undone. */
const checkUndone = (connection: OwnConnection, what: string, work: (run: RunStatement) => Promise<Finding>) =>
  check(what, () =>
    inTransaction(connection, 'BEGIN ISOLATION LEVEL REPEATABLE READ', () => work(connection.run), 'ROLLBACK'),
  )

const list = (names: readonly string[]) => listFirst(names, maxNames)

const checkStructure = async (connection: OwnConnection): Promise<Finding[]> => {
  const tables = 'tables'
  try {
    const problems = await inTransaction(connection, 'BEGIN', () => findStructureProblems(connection), 'ROLLBACK')
    return [
      problems.tables.length === 0
        ? { what: tables, state: 'good', says: 'all columns, constraints and indexes are there' }
        : { what: tables, state: 'wrong', says: `missing or different: ${list(problems.tables)}. ${rebuild}` },
      problems.triggers.length === 0
        ? { what: 'triggers', state: 'good', says: 'all are there and enabled' }
        : {
            what: 'triggers',
            state: 'wrong',
            says: `missing, disabled or different: ${list(problems.triggers)}. Servers may answer with outdated data. ${rebuild}`,
          },
    ]
  } catch (error) {
    const reason = describeUncomparable(error)
    if (reason) return [{ what: tables, state: 'note', says: `They can't be compared: ${reason}` }]
    return [{ what: tables, state: 'wrong', says: `They can't be checked: ${errorMessage(error)}` }]
  }
}

/** Says why the tables can't be compared although nothing need be wrong with them. */
const describeUncomparable = (error: unknown): string | undefined => {
  if (error instanceof DatabaseBusy) return 'another program is writing to the library. Try again later.'
  if (sqlState(error) === insufficientPrivilege)
    return 'the role may not create a schema. GRANT CREATE ON DATABASE … TO …'
}

const checkReferences = async (run: RunStatement): Promise<Finding> => {
  const what = 'references'
  const orphans = await findOrphans(run)
  if (orphans.length === 0) return { what, state: 'good', says: 'every reference is to a record that is there' }
  const says = list(orphans.map(({ column, rows }) => `${rows} of ${column}`))
  return {
    what,
    state: 'wrong',
    says: `references to records that are not there: ${says}. Delete these rows, or restore a backup.`,
  }
}

const checkNames = async (run: RunStatement): Promise<Finding> => {
  const what = 'names'
  const wrong = await countWrongFoldedNames(run)
  if (wrong === 0) return { what, state: 'good', says: 'searching and sorting know every name' }
  return {
    what,
    state: 'wrong',
    says: `${wrong} folded names are wrong or missing, so searches don't find them. ${rebuild}`,
  }
}

const checkIds = async (run: RunStatement): Promise<Finding> => {
  const what = 'ids'
  const lowSequences = await findLowSequences(run)
  if (lowSequences.length === 0)
    return { what, state: 'good', says: 'no new record gets an id that another one has had' }
  const fixes = lowSequences.map(({ sequence, highest }) => `SELECT setval('${sequence}', ${highest})`)
  return { what, state: 'wrong', says: `new records get ids that others have. Run: ${fixes.join('; ')}` }
}

const checkAudit = async (run: RunStatement, audit: AuditLimits): Promise<Finding[]> => {
  try {
    const [[bytes, kept, entries, newest] = []] = await run(selectAuditSize, [])
    const size = { bytes: Number(bytes), kept: Number(kept), entries: Number(entries), newest: String(newest) }
    return describeAudit(size, audit)
  } catch (error) {
    return [{ what: 'audit', state: 'wrong', says: `It can't be checked: ${errorMessage(error)}` }]
  }
}

const checkAdmins = async (run: RunStatement): Promise<Finding> => {
  const [[count] = []] = await run(selectAdminCount, [])
  return describeAdmins(Number(count))
}

const checkBackups = async (run: RunStatement, url: string, folder: string | undefined): Promise<Finding[]> => {
  const what = 'backup'
  if (folder === undefined)
    return [{ what, state: 'note', says: 'backup-dir is not set, so it is not known whether there are any' }]
  const library = { path: backupNameOf(url).name, id: toLibraryId(await run(selectRoles, [])) }
  const [[hasRecords] = []] = await run(`SELECT ${selectHasRecords}`, [])
  try {
    const problem = describeFolderProblem(folder)
    if (problem) return [{ what, state: 'wrong', says: problem }]
    return [
      checkNewestBackup(listOwnBackups(library, folder), folder),
      ...checkOtherBackups(library, folder, !hasRecords),
    ]
  } catch (error) {
    return [{ what, state: 'wrong', says: errorMessage(describeFileError(error, folder, 'read')) }]
  }
}
