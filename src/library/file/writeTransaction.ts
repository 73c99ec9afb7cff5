import type { Database as Sqlite } from 'bun:sqlite'
import { DatabaseBusy, DiskError, DiskFull } from '../../base/errors.ts'
import { fileErrorKind } from '../../base/fileErrors.ts'
import type { FinishedWrite, QueuedWrite } from '../batchQueue.ts'
import type { Clock } from '../clock.ts'
import type { Transaction } from '../connection.ts'
import { createNameFolding } from './nameFolding.ts'
import { connect, connectForLongWork } from './session.ts'

const runEach: Transaction['inOrder'] = async (statements) => {
  for (const run of statements) await run()
}

/** The transaction of a batch of writes. Each write runs in a savepoint of its own. */
export const createWriteTransaction = (client: Sqlite, clock: Clock) => {
  const short = connect(client)
  const long = connectForLongWork(client)
  let foldNames = createNameFolding(client)
  const begin = client.prepare('BEGIN IMMEDIATE')
  const commit = client.prepare('COMMIT')
  const rollback = client.prepare('ROLLBACK')
  const save = client.prepare('SAVEPOINT work')
  const release = client.prepare('RELEASE work')
  const undo = client.prepare('ROLLBACK TO work')
  const runWork = async ({ run, work, resolve }: QueuedWrite): Promise<FinishedWrite> => {
    long.work = work
    const db = work ? long.connection : short
    const value = await run(Object.assign(clock.stamp(), { db, foldNames, inOrder: runEach }))
    return { succeeded: true, settle: () => resolve(value) }
  }
  return {
    /** Has to be called after a change of `temp_store`. */
    recreateTemporaryTables() {
      foldNames = createNameFolding(client)
    },
    begin() {
      // A rollback may have failed, as on a disk with errors. Without another try, all later writes would fail.
      if (client.inTransaction) rollback.run()
      begin.run()
    },
    /** Runs a write whose error ends the transaction. Where many pages change, a savepoint needs a temporary file, which needs space. */
    runWithoutSavepoint: runWork,
    async run(queued: QueuedWrite): Promise<FinishedWrite> {
      save.run()
      try {
        const finished = await runWork(queued)
        release.run()
        return finished
      } catch (error) {
        // A full disk ends the whole transaction, and its savepoints with it.
        if (!client.inTransaction) throw error
        undo.run()
        release.run()
        return { succeeded: false, settle: () => queued.reject(translateError(error)) }
      }
    },
    commit: () => void commit.run(),
    rollback() {
      try {
        if (client.inTransaction) rollback.run()
      } catch {
        // SQLite has already ended the transaction, or the next `begin` tries again. The error that led here gives the reason.
      }
    },
  }
}

/** Translates SQLite's errors that the disk or another program causes, and not the write itself. */
export const translateError = (error: unknown) => {
  const kind = fileErrorKind(error)
  if (kind === 'full') return new DiskFull()
  if (kind === 'failing') return new DiskError(error)
  return kind === 'busy' ? new DatabaseBusy() : error
}
