import { expect, test } from 'bun:test'
import { migrations } from '../../migrations/index.ts'
import { version } from '../../package.json'
import { parseChangelog } from '../../scripts/release/changelog.ts'
import { schemaOf, updateUpgradingPage } from '../../scripts/release/upgradingPage.ts'
import { readManifest, releaseVersions } from '../support/releaseFixtures.ts'

const root = new URL('../..', import.meta.url).pathname
const readText = (path: string) => Bun.file(root + path).text()
const readChangelog = async () => parseChangelog(await readText('CHANGELOG.md'))

test('docs/upgrading.md has what the changelog says; otherwise run `npx -y bun@1.4.5 run generate`', async () => {
  const page = await readText('docs/upgrading.md')
  expect(updateUpgradingPage(page, await readChangelog(), version)).toBe(page)
})

test('the page has only what concerns operators, with links that work from its folder', () => {
  const changelog = parseChangelog(
    '# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- D, see [E](docs/upgrading.md#e).\n\n## [0.3.0] - 2027-01-01\n\n### Upgrading\n\n- The schema of the library is 8.\n\n### Added\n\n- A.\n\n### Removed\n\n- B, see [C](docs/c.md).\n',
  )
  const page = updateUpgradingPage(
    'Text.\n\n<!-- From here on by `bun run generate`, from CHANGELOG.md. -->\nold\n',
    changelog,
    '0.4.0',
  )
  expect(page).toEndWith(
    '### 0.4.0, not yet released\n\nChanged:\n\n- D, see [E](#e).\n\n### 0.3.0, 2027-01-01\n\n- The schema of the library is 8.\n\nRemoved:\n\n- B, see [C](c.md).\n',
  )
  expect(updateUpgradingPage(page, changelog, '0.3.0')).toContain('### Not yet released\n')
  expect(page).toStartWith('Text.\n\n<!--')
  expect(page).not.toContain('old')
})

test('each version in the changelog says its schema, as its fixture has it; the newest is that of this program', async () => {
  const changelog = await readChangelog()
  const schemas = new Map(changelog.map((version) => [version.name, schemaOf(version)]))
  expect([...schemas.values()][0]).toBe(migrations.length)
  for (const version of releaseVersions)
    expect([version, schemas.get(version)]).toEqual([version, readManifest(version).schema])
})
