import { type Actor, serverStart } from '../../src/audit/entry.ts'
import { createAuditedWrite } from '../../src/audit/write.ts'
import type { Database } from '../../src/database/database.ts'
import type { SeedOptions } from '../../src/seeding/context.ts'
import { seedCatalogue } from '../../src/seeding/seedCatalogue.ts'

/** Seeds the text of a catalogue file, as a server does when it starts, or as another actor. */
export const seedText = (
  database: Pick<Database, 'write'>,
  text: string,
  { actor = serverStart, ...options }: SeedOptions & { actor?: Actor } = {},
) => seedCatalogue(createAuditedWrite(database.write, actor), text, options)
