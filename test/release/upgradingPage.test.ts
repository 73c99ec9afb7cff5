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

test('each version in the changelog says its schema, as its fixture has it; the newest is that of this program', async () => {
  const changelog = await readChangelog()
  const schemas = new Map(changelog.map((version) => [version.name, schemaOf(version)]))
  expect([...schemas.values()][0]).toBe(migrations.length)
  for (const version of releaseVersions)
    expect([version, schemas.get(version)]).toEqual([version, readManifest(version).schema])
})
