import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseChangelog } from '../../scripts/release/changelog.ts'

const root = join(import.meta.dir, '../..')

test('bench/results.md was measured with the newest released version, or a later one', async () => {
  const changelog = parseChangelog(await Bun.file(join(root, 'CHANGELOG.md')).text())
  const released = changelog.find(({ date }) => date !== undefined)?.name ?? ''
  const results = await Bun.file(join(root, 'bench/results.md')).text()
  const [, measured = ''] = /^- Versions: music-library ([\d.]+),/m.exec(results) ?? []
  expect(Bun.semver.order(measured, released)).toBeGreaterThanOrEqual(0)
})
