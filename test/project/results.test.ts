import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseChangelog } from '../../scripts/release/changelog.ts'

const root = join(import.meta.dir, '../..')
const readResults = () => Bun.file(join(root, 'bench/results.md')).text()

const readLastRelease = async () => {
  const changelog = parseChangelog(await Bun.file(join(root, 'CHANGELOG.md')).text())
  return changelog.find(({ date }) => date !== undefined)
}

test('bench/results.md was measured with the newest released version or a later one, and not before its release', async () => {
  const released = await readLastRelease()
  const results = await readResults()
  const [, measured = ''] = /^- Versions: music-library ([\d.]+),/m.exec(results) ?? []
  expect(Bun.semver.order(measured, released?.name ?? '')).toBeGreaterThanOrEqual(0)
  const [, date = ''] = /measurements\. (\d{4}-\d\d-\d\d)\.$/m.exec(results) ?? []
  expect(date >= (released?.date ?? '')).toBe(true)
})

test('bench/results.md has been measured with every part of the bench, and no row is void', async () => {
  const results = await readResults()
  const [, parts = ''] = /^- Parts: (.+)\.$/m.exec(results) ?? []
  const files = readdirSync(join(root, 'bench/parts')).map((file) => file.replace('.ts', ''))
  expect(parts.split(', ').sort()).toEqual(files.sort())
  expect(results).not.toContain('VOID')
})
