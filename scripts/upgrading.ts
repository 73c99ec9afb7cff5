// Writes the versions of CHANGELOG.md into docs/upgrading.md: `bun run upgrading`.
import { version } from '../package.json'
import { parseChangelog } from './release/changelog.ts'
import { updateUpgradingPage } from './release/upgradingPage.ts'

const page = 'docs/upgrading.md'
const changelog = parseChangelog(await Bun.file('CHANGELOG.md').text())
await Bun.write(page, updateUpgradingPage(await Bun.file(page).text(), changelog, version))
