import type { Database as Sqlite } from 'bun:sqlite'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { errorMessage, LibraryFileLost, OperationalError, UsageError } from '../base/errors.ts'
import { describeFolderProblem } from './backupFolder.ts'
import { backupFolder, fileTimestamp } from './copies.ts'
import { describeFileError, hasTilde } from './describeFileError.ts'
import { adviseNewestBackup, requireNoBackups } from './file/backup.ts'
import { connectDatabase } from './file/connect.ts'
import { createLibrary } from './file/create.ts'
import { findDamage, findDamageAnew, noteDamage, requireUndamaged, wasClosed } from './file/damage.ts'
import { openForInspection, readSchemaVersion, requireLibrary } from './file/integrity.ts'
import { acquireLock, createLockFile, isServed, requireNoOtherName, requireNoRemains } from './file/lockFile.ts'
import { upgrade } from './file/migrate.ts'
import { OpenedFiles } from './file/openedFiles.ts'
import { openSqlite } from './file/openSqlite.ts'
import { requireOwnWal } from './file/ownWal.ts'
import { requireNoOtherKind } from './file/protect.ts'
import type { Library, OpenOptions } from './library.ts'
import { readLibraryId } from './libraryId.ts'
import { inMemory, isPostgresUrl, type Location, libraryExists, locate } from './locate.ts'
import { openInMemory } from './memory/open.ts'
import { keepTemporaryFilesBeside } from './temporaryFiles.ts'
import { requireNoTestHashes } from './testHashes.ts'

/**
 * Opens the library at a path, a `file:` URL, `:memory:` or a URL of PostgreSQL, and upgrades its schema. Creates a library where there is
 * none, and no remains of a former one.
 * @throws UsageError for a URL that names no library; OperationalError, with one line, for a library that can't be used
 */
export const openLibrary = async (url: string, options: OpenOptions = {}): Promise<Library> => {
  if (options.now !== undefined && url !== inMemory)
    throw new UsageError('"now" is only for a library in memory. Leave it out, or use :memory:.')
  // Most libraries are files: what PostgreSQL needs is loaded only for it.
  if (isPostgresUrl(url)) return (await import('./postgres/open.ts')).openPostgresLibrary(url, options)
  const location = locate(url)
  const exists = libraryExists(location)
  if (options.mustExist && !exists) {
    throw new OperationalError(`There is no library at ${location.name}.`)
  }
  if (location.path === undefined) {
    const { copyOf } = options
    const image = copyOf ? (await import('./memory/copy.ts')).copyToMemory(copyOf) : options.image
    return openInMemory({ ...options, image })
  }
  if (options.copyOf) throw new UsageError('Only a library in memory is a copy of a file. Use :memory:.')
  try {
    return open(location, location.path, options)
  } catch (error) {
    // Writing rights would not help with an older library.
    if (options.mayUpgrade === false && !(error instanceof OperationalError)) requireCurrentFile(location.path)
    throw describeFileError(error, location.path, 'library')
  }
}

/** Does nothing for a file that can't be read. @throws OperationalError for a library of an older program */
const requireCurrentFile = (path: string) => {
  try {
    using client = openForInspection(path)
    requireLibrary(client, path)
    requireCurrentSchema(client, path)
  } catch (error) {
    if (error instanceof OperationalError) throw error
  }
}

const open = (location: Location, path: string, options: OpenOptions): Library => {
  requireNoOtherKind(path)
  const created = createIfMissing(path, options)
  requireOwnWal(path)
  const mayCheckLater = options.checkWhileServed === true && wasClosed(path)
  if (options.serve) requireNoOtherName(path)
  const writer = openSqlite(path, 'readwrite')
  let releaseLock = () => {}
  try {
    writer.run('PRAGMA busy_timeout = 5000')
    // Before any change: the file may belong to another program, or be no database at all.
    requireLibrary(writer, location.name)
    requireNoTestHashes(writer, location.name)
    keepTemporaryFilesBeside(writer, path)
    // An upgrade changes the file.
    const checkLater = mayCheckLater && readSchemaVersion(writer) === migrations.length
    if (!checkLater) requireUndamaged(writer, path)
    if (options.serve) releaseLock = acquireLock(path)
    else requireNoOlderServer(writer, path)
    if (options.mayUpgrade === false) requireCurrentSchema(writer, path)
    const schema = readSchemaVersion(writer)
    if (schema !== migrations.length) options.onUpgrade?.(schema, migrations.length)
    const snapshotBefore = upgrade(writer, path, options.keepSnapshots ?? 3)
    const connected = connectLibrary(writer, path, options, checkLater)
    const close = () => connected.close().then(releaseLock)
    return { ...connected, name: location.name, created, snapshotBefore, close }
  } catch (error) {
    writer.close()
    releaseLock()
    throw error
  }
}

/** Connects to a library whose schema is up to date, and watches its files. @param checkLater - whether it was not yet checked for damage */
const connectLibrary = (writer: Sqlite, path: string, options: OpenOptions, checkLater: boolean) => {
  let files: OpenedFiles | undefined
  let damage: string | undefined
  const { reader, ...database } = connectDatabase(writer, path, {
    maxPages: options.maxPages,
    requireFiles: (isAlone) => {
      files?.requireUnchanged(isAlone)
      if (damage !== undefined) throw new LibraryFileLost(damage)
    },
    serve: options.serve ?? false,
  })
  createLockFile(path)
  const file = { path, id: readLibraryId(writer) }
  files = new OpenedFiles(path, writer, {
    isServed: options.serve === true,
    onDoubt: () => {
      damage ??= findDamageAnew(writer, path)
    },
    adviseBackup: () => adviseNewestBackup(file, options.backupFolder ?? backupFolder(path)),
  })
  // One copy is enough: a command that uses the library beside its server saves none.
  const saveIfLost = async () => (options.serve ? files.saveIfLost() : undefined)
  return {
    ...database,
    engine: 'sqlite' as const,
    nodeName: undefined,
    path,
    file,
    serialize: undefined,
    problem: async () => files.problem() ?? damage ?? schemaProblem(reader),
    checkForDamage: () => {
      if (checkLater) damage ??= findDamage(reader, writer, path)
    },
    fileSize: () => sizeOf(path) + sizeOf(`${path}-wal`),
    wasLost: () => files.problem() !== undefined,
    saveIfLost,
    doubt: () => files.doubt(),
    rejectAsDamaged: () => {
      damage ??= noteDamage(writer)
    },
    close: async () => {
      await saveIfLost()
      files.moveWalIfLost()
      await database.close()
    },
  }
}

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false })

const sizeOf = (path: string) => statOf(path)?.size ?? 0

const schemaProblem = (client: Sqlite) => {
  try {
    const isCurrent = readSchemaVersion(client) === migrations.length
    return isCurrent ? undefined : 'The library belongs to another version of the program.'
  } catch (error) {
    return errorMessage(error)
  }
}

/** Returns true when there was no library and one was created. */
const createIfMissing = (path: string, options: OpenOptions): boolean => {
  const { createNew = false, createFolder = true } = options
  const missing = !existsSync(path) || statSync(path).size === 0
  if (!missing) return false
  if (!createNew) {
    requireNoRemains(path)
    requireNoBackups(path, options.backupFolder ?? backupFolder(path))
  }
  const mayCreate = createFolder && !hasTilde(dirname(path))
  const problem = mayCreate ? undefined : describeFolderProblem(dirname(path))
  if (problem) throw new OperationalError(problem)
  mkdirSync(dirname(path), { recursive: true })
  // Remains of a former library don't belong to the new one, but they may be all that is left of the data.
  const oldPath = `${path}.old-${fileTimestamp()}`
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, oldPath + suffix)
  createLibrary(path)
  return true
}

/** A command of a newer program must not upgrade the schema of a library that an older program serves. */
const requireNoOlderServer = (client: Sqlite, path: string) => {
  if (readSchemaVersion(client) === migrations.length || !isServed(path)) return
  throw new OperationalError(`${path} is served by an older program. Stop that one, and start this one in its place.`)
}

/** An upgrade can't be taken back without losing later changes, so a command that only reads must not do it. */
const requireCurrentSchema = (client: Sqlite, path: string) => {
  const schema = readSchemaVersion(client)
  if (schema === migrations.length) return
  throw new OperationalError(
    `${path} has schema ${schema} of an older program, and this command does not upgrade it, because it only reads. Start the server, which upgrades it to schema ${migrations.length} and keeps a snapshot, or use the older program.`,
  )
}
