import { type Actor, serverStart } from '../../src/audit/entry.ts'
import { createAuditedWrite } from '../../src/audit/write.ts'
import type { Database } from '../../src/library/database.ts'
import type { SeedOptions } from '../../src/seeding/context.ts'
import { previewSeed, seedCatalogue } from '../../src/seeding/seedCatalogue.ts'

/** Seeds the text of a catalogue file, as a server does when it starts, or as another actor. A dry run is the preview. */
export const seedText = (
  database: Pick<Database, 'write' | 'longSnapshot'>,
  text: string,
  { actor = serverStart, dryRun = false, ...options }: SeedOptions & { actor?: Actor; dryRun?: boolean } = {},
) =>
  dryRun
    ? previewSeed(database, text, options)
    : seedCatalogue(createAuditedWrite(database.write, actor), text, options)
