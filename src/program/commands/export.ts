import { Argument, Command } from 'commander'
import { UsageError } from '../../base/errors.ts'
import { formatCount } from '../../base/words.ts'
import { addSettings } from '../../config/commandOptions.ts'
import type { Library } from '../../library/library.ts'
import { ownWork } from '../../library/longWork.ts'
import { exportAccounts } from '../../seeding/accounts/export.ts'
import { accountsSchema } from '../../seeding/accounts/format.ts'
import { exportCatalogue } from '../../seeding/export/exportCatalogue.ts'
import { storeKeys } from '../../seeding/export/storeKeys.ts'
import { catalogueSchema } from '../../seeding/format/catalogueFile.ts'
import { printLine } from '../output/write.ts'
import { writeExport } from '../output/writeExport.ts'
import { commandWrite, withExistingDatabase, withReadDatabase } from '../withDatabase.ts'

interface Options {
  database: string
  keepKeys?: true
  accounts?: true
  withHashes?: true
}

export const exportCommand = () =>
  addSettings(new Command('export'), ['database'])
    .argument('[file]', 'the file to write; standard output without one, or for -')
    .option('--keep-keys', 'also store in the library the keys that records with the same name need')
    .option('--accounts', 'write the accounts with their likes as an accounts file; only its owner can read it')
    .option('--with-hashes', 'write the hashes of the passwords, too')
    .action(exportLibrary)

const exportLibrary = async (file: string | undefined, options: Options) => {
  const { database: url, keepKeys = false, accounts = false, withHashes = false } = options
  if (keepKeys && accounts)
    throw new UsageError('--keep-keys is for the catalogue. Export the catalogue with it first.')
  if (withHashes && !accounts) throw new UsageError('--with-hashes needs --accounts: a catalogue has no hashes.')
  await (keepKeys ? withExistingDatabase : withReadDatabase)(url, (database) => {
    if (accounts) return exportAccountsOnly(database, file, withHashes)
    return keepKeys ? exportAndStoreKeys(database, file) : exportOnly(database, file)
  })
}

const schemas = { catalogue: catalogueSchema, accounts: accountsSchema }

export const schemaCommand = () =>
  new Command('schema')
    .addArgument(new Argument('[file]', 'which file').choices(['catalogue', 'accounts']).default('catalogue'))
    .action((file: keyof typeof schemas) => printLine(schemas[file]().trimEnd()))

const exportAccountsOnly = async (database: Library, file: string | undefined, withHashes: boolean) => {
  const exported = await database.longSnapshot(ownWork, (read) => exportAccounts(read, withHashes))
  await writeExport(file, exported, { counted: 'accounts', isPrivate: true })
  const count = exported.generatedKeyCount
  if (count === 0) return
  console.error(
    `${formatCount(count, 'liked tracks')} can't be told apart by path, so the file names them by keys that the exported ` +
      'catalogue has. Before you import it into this library again, export the catalogue with --keep-keys.',
  )
}

const exportOnly = async (database: Library, file: string | undefined) => {
  const exported = await database.longSnapshot(ownWork, exportCatalogue)
  await writeExport(file, exported, { counted: 'records' })
  const count = exported.generatedKeys.length
  if (count === 0) return
  console.error(
    `${formatCount(count, 'records')} can't be told apart by name, so the file gives them keys. ` +
      'Before you import it into this library again, export with --keep-keys.',
  )
}

/**
 * Stores the keys in one transaction with the export, so that they are those of the exported records. The file is written
 * after it: a write of a server does not wait for the disk or the reader of a pipe. If that fails, the keys are stored,
 * and the next export has the same ones.
 */
const exportAndStoreKeys = async (database: Library, file: string | undefined) => {
  const exported = await commandWrite(database)(async (tx) => {
    const catalogue = await exportCatalogue(tx.db)
    await storeKeys(tx, catalogue.generatedKeys)
    return catalogue
  })
  await writeExport(file, exported, { counted: 'records' })
}
