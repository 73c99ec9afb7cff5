// Writes the files that follow from others: `bun run generate`. From the descriptions of the resources the types for programs that can't
// import these, the JSON Schemas of catalogue files and accounts files; from CHANGELOG.md the versions in docs/upgrading.md.
import { version } from '../package.json'
import { accountsSchema } from '../src/seeding/accounts/format.ts'
import { catalogueSchema } from '../src/seeding/format/catalogueFile.ts'
import { parseChangelog } from './release/changelog.ts'
import { updateUpgradingPage } from './release/upgradingPage.ts'
import { clientTypes } from './types/clientTypes.ts'
import { consoleFields } from './types/consoleFields.ts'
import { consoleTypes } from './types/consoleTypes.ts'
import { searchQueries } from './types/searchQueries.ts'

await Bun.write('client/types.ts', clientTypes())
await Bun.write('web/resources/fields.ts', consoleFields())
await Bun.write('web/api/types.ts', await consoleTypes())
await Bun.write('src/search/queryTypes.ts', searchQueries())
await Bun.write('seed/catalogue.schema.json', catalogueSchema())
await Bun.write('seed/accounts.schema.json', accountsSchema())

const page = 'docs/upgrading.md'
const changelog = parseChangelog(await Bun.file('CHANGELOG.md').text())
await Bun.write(page, updateUpgradingPage(await Bun.file(page).text(), changelog, version))
