import { type AuditedWrite, createAuditedWrite } from '../../audit/auditedWrite.ts'
import { serverStart } from '../../audit/entry.ts'
import { AppError } from '../../base/errors.ts'
import { countRecords } from '../../catalogue/store.ts'
import type { Reader } from '../../library/connection.ts'
import type { Database } from '../../library/database.ts'
import type { SeedOptions } from '../../seeding/options.ts'
import { seedCatalogue } from '../../seeding/seedCatalogue.ts'

class LibraryNotEmpty extends AppError {}

/**
 * Seeds only a library without catalogue records: seeding would undo what an admin has changed since the last start. Of several servers
 * that start with one empty library, the first one seeds it.
 * @returns whether it was seeded
 */
export const seedIfEmpty = async (database: Database, text: string, options: SeedOptions): Promise<boolean> => {
  // Without this, each start would read the whole catalogue.
  if (await hasCatalogue(database.read)) return false
  const write = createAuditedWrite(database.write, serverStart)
  const writeIfEmpty: AuditedWrite = (work) =>
    write(async (tx) => {
      if (await hasCatalogue(tx.db)) throw new LibraryNotEmpty()
      return work(tx)
    })
  try {
    await seedCatalogue(writeIfEmpty, text, options)
    return true
  } catch (error) {
    if (error instanceof LibraryNotEmpty) return false
    throw error
  }
}

const hasCatalogue = async (read: Reader) => {
  const { users, ...catalogue } = await countRecords(read)
  return Object.values(catalogue).some((count) => count > 0)
}
