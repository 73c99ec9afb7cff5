import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { addSettings } from '../../config/commandOptions.ts'
import { OperationalError } from '../../errors.ts'
import { syncToDisk } from '../../library/copy.ts'
import { resolveLinks } from '../../library/links.ts'
import type { Library } from '../../library/open.ts'
import { temporaryName } from '../../library/temporaryFiles.ts'
import { type CatalogueExport, exportCatalogue } from '../../seeding/export.ts'
import { catalogueSchema } from '../../seeding/format.ts'
import { storeKeys } from '../../seeding/write.ts'
import { commandWrite } from '../commandWrite.ts'
import { formatCount } from '../output/table.ts'
import { printChunks, writeChunks } from '../output/write.ts'
import { withExistingDatabase } from '../withDatabase.ts'

interface Options {
  database: string
  keepKeys?: true
}

export const exportCommand = () =>
  addSettings(new Command('export'), ['database'])
    .description('write the catalogue as a catalogue file; also while the server runs')
    .argument('[file]', 'the file to write; standard output without one, or for -')
    .option('--keep-keys', 'store the keys that records with the same name need in the library, too')
    .action((file: string | undefined, { database: url, keepKeys }: Options) =>
      withExistingDatabase(url, (database) =>
        keepKeys ? exportAndStoreKeys(database, file) : exportOnly(database, file),
      ),
    )

export const schemaCommand = () =>
  new Command('schema')
    .description('print the JSON Schema of the catalogue file, for editors')
    .action(() => console.log(catalogueSchema().trimEnd()))

const exportOnly = async (database: Library, file: string | undefined) => {
  const exported = await database.snapshot(exportCatalogue)
  await output(file, exported)
  const count = exported.generatedKeys.length
  if (count === 0) return
  console.error(
    `${formatCount(count, 'records')} can't be told apart by name, so the file gives them keys. ` +
      'Before you seed it into this library again, export with --keep-keys.',
  )
}

/**
 * Stores the keys in one transaction with the export, so that they are those of the exported records. The file is written
 * after it: a write of a server does not wait for the disk or the reader of a pipe. If that fails, the keys are stored,
 * and the next export has the same ones.
 */
const exportAndStoreKeys = async (database: Library, file: string | undefined) => {
  const exported = await commandWrite(database)(async (tx, _, audit) => {
    const catalogue = await exportCatalogue(tx)
    const keys = catalogue.generatedKeys
    await storeKeys(tx, keys)
    if (keys.length > 0) await audit({ action: 'keys', counts: { keys: keys.length } })
    return catalogue
  })
  await output(file, exported)
}

const output = (file: string | undefined, exported: CatalogueExport) =>
  file === undefined || file === '-' ? printChunks(exported.chunks) : writeFile(file, exported)

const writeFile = async (file: string, { chunks, count }: CatalogueExport) => {
  try {
    const target = resolveLinks(file)
    const stat = statSync(file, { throwIfNoEntry: false })
    // A pipe or a device can't be replaced by a new file.
    if (stat && !stat.isFile()) await writeChunks(Bun.file(file).writer(), chunks)
    else await replaceFile(target, stat?.mode, chunks)
  } catch (error) {
    if (error instanceof OperationalError) throw error
    throw new OperationalError(
      `${file} can't be written. Check that its folder is there, and that you may write to it.`,
    )
  }
  console.log(`Wrote ${formatCount(count, 'records')} to ${file}.`)
}

/**
 * Writes a temporary file and renames it when it is on disk, so that the file is complete at any time.
 * @param mode - that of the file that is replaced; undefined for a new file
 */
const replaceFile = async (file: string, mode: number | undefined, chunks: Iterable<string>) => {
  const temporary = temporaryName(file)
  const descriptor = openSync(temporary, 'wx')
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode)
    await writeChunks(Bun.file(descriptor).writer(), chunks)
    fsyncSync(descriptor)
    renameSync(temporary, file)
    syncToDisk(dirname(file))
  } finally {
    closeSync(descriptor)
    rmSync(temporary, { force: true })
  }
}
