// Writes the JSON Schemas of catalogue files and accounts files beside the sample catalogue: `bun run schema`.
import { accountsSchema } from '../src/seeding/accounts/format.ts'
import { catalogueSchema } from '../src/seeding/format/catalogueFile.ts'

await Bun.write('seed/catalogue.schema.json', catalogueSchema())
await Bun.write('seed/accounts.schema.json', accountsSchema())
