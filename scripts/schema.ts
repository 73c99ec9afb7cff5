// Writes the JSON Schema of catalogue files beside the sample catalogue: `bun run schema`.
import { catalogueSchema } from '../src/seeding/format.ts'

await Bun.write('seed/catalogue.schema.json', catalogueSchema())
