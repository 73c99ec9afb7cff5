import { renameSync, rmSync } from 'node:fs'
import { Command } from 'commander'
import { options } from '../config.ts'
import { Failure } from '../faults.ts'
import { type Exported, exportCatalogue } from '../seeding/export.ts'
import { keepKeys } from '../seeding/write.ts'
import { withDatabase } from './database.ts'

interface Options {
  database: string
  keepKeys?: true
}

export const exportCommand = () =>
  new Command('export')
    .description('write the catalogue as a catalogue file; also while the server runs')
    .argument('[file]', 'the file to write; standard output without one')
    .addOption(options.database())
    .option('--keep-keys', 'keep the keys that records of one name need in the library too')
    .action(run)

const run = async (file: string | undefined, { database: url, keepKeys: keep }: Options) =>
  withDatabase(
    url,
    async (database) => {
      const exported = keep
        ? await database.write(async (tx) => {
            const exported = await exportCatalogue(tx)
            await keepKeys(tx, exported.invented)
            return exported
          })
        : await database.snapshot(exportCatalogue)
      if (file === undefined) await printOut(exported)
      else await writeFile(file, exported)
      if (exported.invented.length > 0 && !keep) console.error(aboutKeys(exported.invented.length))
    },
    { mustExist: true },
  )

const aboutKeys = (count: number) =>
  `${count} records share their names and have no keys, so the file gives them some. ` +
  'Before you seed it into this library again, export with --keep-keys.'

const printOut = async ({ pieces }: Exported) => {
  try {
    await writeAll(Bun.stdout.writer(), pieces)
  } catch {
    throw new Failure('Standard output was closed before everything was written.')
  }
}

/** Under another name first, so that the file is never half written. */
const writeFile = async (file: string, { pieces, count }: Exported) => {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    await writeAll(Bun.file(unfinished).writer(), pieces)
    renameSync(unfinished, file)
  } catch {
    rmSync(unfinished, { force: true })
    throw new Failure(`${file} can't be written. Check that its folder is there, and that you may write to it.`)
  }
  console.log(`Wrote ${count} records to ${file}.`)
}

/** In large portions, each waited for: what is not waited for can't be caught either. */
const writeAll = async (writer: Bun.FileSink, pieces: Iterable<string>) => {
  let portion = ''
  for (const piece of pieces) {
    portion += piece
    if (portion.length < 65_536) continue
    await writer.write(portion)
    await writer.flush()
    portion = ''
  }
  await writer.write(portion)
  await writer.end()
}
