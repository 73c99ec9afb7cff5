import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { addSettings } from '../../config/options.ts'
import { OperationalError } from '../../errors.ts'
import { type CatalogueExport, exportCatalogue } from '../../seeding/export.ts'
import { storeKeys } from '../../seeding/write.ts'
import { printChunks, writeAll } from '../output/print.ts'
import { formatCount } from '../output/table.ts'
import { withDatabase } from '../withDatabase.ts'

interface Options {
  database: string
  keepKeys?: true
}

export const exportCommand = () =>
  addSettings(new Command('export'), ['database'])
    .description('write the catalogue as a catalogue file; also while the server runs')
    .argument('[file]', 'the file to write; standard output without one, or for -')
    .option('--keep-keys', 'keep the keys that records of one name need in the library too')
    .action(run)

const run = async (file: string | undefined, { database: url, keepKeys: keep }: Options) =>
  withDatabase(
    url,
    async (database) => {
      const output = async (exported: CatalogueExport) => {
        if (file === undefined || file === '-') await printChunks(exported.chunks)
        else await writeFile(file, exported)
        return exported
      }
      // Keys are kept only if the file was written, and in the moment that it shows.
      const { generatedKeys } = keep
        ? await database.write(async (tx) => {
            const exported = await output(await exportCatalogue(tx))
            await storeKeys(tx, exported.generatedKeys)
            return exported
          })
        : await output(await database.snapshot(exportCatalogue))
      if (generatedKeys.length > 0 && !keep) console.error(aboutKeys(generatedKeys.length))
    },
    { mustExist: true },
  )

const aboutKeys = (count: number) =>
  `${formatCount(count, 'records')} can't be told apart by name, so the file gives them keys. ` +
  'Before you seed it into this library again, export with --keep-keys.'

/** A file gets its name when it is whole; what is no file, such as a pipe, is written to. */
const writeFile = async (file: string, { chunks, count }: CatalogueExport) => {
  try {
    if (existsSync(file) && !statSync(file).isFile()) await writeAll(Bun.file(file).writer(), chunks)
    else await writeWhole(existsSync(file) ? realpathSync(file) : file, chunks)
  } catch {
    throw new OperationalError(
      `${file} can't be written. Check that its folder is there, and that you may write to it.`,
    )
  }
  console.log(`Wrote ${formatCount(count, 'records')} to ${file}.`)
}

const writeWhole = async (file: string, chunks: Iterable<string>) => {
  const unfinished = `${file}.${process.pid}.part`
  try {
    await writeAll(Bun.file(unfinished).writer(), chunks)
    if (existsSync(file)) chmodSync(unfinished, statSync(file).mode)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
