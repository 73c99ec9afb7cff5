// Writes the files that follow from the descriptions of the resources, for programs that can't import these: `bun run types`.
import { clientTypes } from './types/clientTypes.ts'
import { consoleFields } from './types/consoleFields.ts'
import { consoleTypes } from './types/consoleTypes.ts'
import { searchQueries } from './types/searchQueries.ts'

await Bun.write('client/types.ts', clientTypes())
await Bun.write('web/resources/fields.ts', consoleFields())
await Bun.write('web/api/types.ts', await consoleTypes())
await Bun.write('src/search/queryTypes.ts', searchQueries())
