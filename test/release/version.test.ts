import { expect, test } from 'bun:test'
import { parseChangelog } from '../../scripts/release/changelog.ts'
import { findRelease } from '../../scripts/release/version.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- A.

## [0.2.0] - 2026-12-01

### Upgrading

- Schema 8.

### Fixed

- B
  in two lines.

## [0.1.0] - 2026-11-22

### Added

- C.
`

test('the changelog is parsed into versions and sections', () => {
  const versions = parseChangelog(changelog)
  expect(versions.map(({ name, date }) => [name, date])).toEqual([
    ['Unreleased', undefined],
    ['0.2.0', '2026-12-01'],
    ['0.1.0', '2026-11-22'],
  ])
  expect([...(versions[1]?.sections ?? [])]).toEqual([
    ['Upgrading', '- Schema 8.'],
    ['Fixed', '- B\n  in two lines.'],
  ])
})

test.each([
  ['## 0.1.0 (unreleased)', 'is not like'],
  ['## [Unreleased] - 2026-11-22', 'is not like'],
  ['## [0.1.0] - 2026-11-22\n### Upgrade', 'is none of'],
  ['## [0.1.0] - 2026-11-22\n<<<<<<< HEAD', 'was not resolved'],
])('the heading "%s" is an error', (heading, reason) => {
  expect(() => parseChangelog(`# Changelog\n\n${heading}\n`)).toThrow(reason)
})

test('a release has its date of the changelog, and an unreleased version that of the version before it', () => {
  const versions = parseChangelog(changelog)
  const date = new Date('2026-12-01T00:00:00Z')
  expect(findRelease('0.2.0', versions)).toEqual({ version: '0.2.0', date, isReleased: true })
  expect(findRelease('0.3.0', versions)).toEqual({ version: '0.3.0', date, isReleased: false })
  expect(() => findRelease('0.3.0', versions.slice(1))).toThrow('no "## [Unreleased]"')
})
