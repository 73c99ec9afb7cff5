import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { addSettings } from '../../config/commandOptions.ts'
import { OperationalError } from '../../errors.ts'
import type { Library } from '../../library/open.ts'
import { type CatalogueExport, exportCatalogue } from '../../seeding/export.ts'
import { catalogueSchema } from '../../seeding/format.ts'
import { storeKeys } from '../../seeding/write.ts'
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

/** One transaction: the keys are those of the exported records, and they are stored only if the file was written. */
const exportAndStoreKeys = (database: Library, file: string | undefined) =>
  database.write(async (tx) => {
    const exported = await exportCatalogue(tx)
    await output(file, exported)
    await storeKeys(tx, exported.generatedKeys)
  })

const output = (file: string | undefined, exported: CatalogueExport) =>
  file === undefined || file === '-' ? printChunks(exported.chunks) : writeFile(file, exported)

const writeFile = async (file: string, { chunks, count }: CatalogueExport) => {
  try {
    // A pipe or a device can't be replaced by a new file.
    if (existsSync(file) && !statSync(file).isFile()) await writeChunks(Bun.file(file).writer(), chunks)
    else await replaceFile(existsSync(file) ? realpathSync(file) : file, chunks)
  } catch {
    throw new OperationalError(
      `${file} can't be written. Check that its folder is there, and that you may write to it.`,
    )
  }
  console.log(`Wrote ${formatCount(count, 'records')} to ${file}.`)
}

/** Writes a temporary file and renames it, so that the file is complete at any time. */
const replaceFile = async (file: string, chunks: Iterable<string>) => {
  const temporary = `${file}.${process.pid}.part`
  try {
    await writeChunks(Bun.file(temporary).writer(), chunks)
    if (existsSync(file)) chmodSync(temporary, statSync(file).mode)
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
