import { createAuditedWrite } from '../../src/audit/auditedWrite.ts'
import { type Actor, serverStart } from '../../src/audit/entry.ts'
import type { Database } from '../../src/library/database.ts'
import type { SeedOptions } from '../../src/seeding/options.ts'
import type { Report } from '../../src/seeding/report/report.ts'
import { previewSeed, seedCatalogue } from '../../src/seeding/seedCatalogue.ts'

interface Options extends SeedOptions {
  actor?: Actor
  dryRun?: boolean
  check?: (report: Report) => void
}

/** Seeds the text of a catalogue file, as a server does when it starts, or as another actor. A dry run is the preview. */
export const seedText = (
  database: Pick<Database, 'write' | 'longSnapshot'>,
  text: string,
  { actor = serverStart, dryRun = false, check, ...options }: Options = {},
) =>
  dryRun
    ? previewSeed(database, text, options)
    : seedCatalogue(createAuditedWrite(database.write, actor), text, options, check)
