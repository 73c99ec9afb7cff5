import { join } from 'node:path'
import { version } from '../../package.json'
import { type ChangelogVersion, parseChangelog } from './changelog.ts'

export interface ReleaseVersion {
  /** That of package.json. */
  version: string
  /**
   * The date of the release at 00:00 UTC: the modification time of all files in the archives, so that they are the same
   * whenever and wherever they are built. Before the version is released, that of the version before it.
   */
  date: Date
  /** Whether CHANGELOG.md has a date for the version. */
  isReleased: boolean
}

const changelogFile = join(import.meta.dir, '../../CHANGELOG.md')

/**
 * The version and the date of the release that these sources make: from package.json and CHANGELOG.md, and from nothing else.
 * @throws Error if CHANGELOG.md has neither the version nor `## [Unreleased]`
 */
export const readReleaseVersion = async (): Promise<ReleaseVersion> =>
  findRelease(version, parseChangelog(await Bun.file(changelogFile).text()))

/** @param changelog - the newest version first */
export const findRelease = (version: string, changelog: readonly ChangelogVersion[]): ReleaseVersion => {
  const [newest] = changelog
  const dated = changelog.flatMap(({ name, date }) => (date ? [{ name, date }] : []))
  const entry = dated.find(({ name }) => name === version)
  if (entry) return { version, date: parseDate(entry.date), isReleased: true }
  const [latest] = dated
  if (newest?.name !== 'Unreleased' || !latest)
    throw new Error(
      `CHANGELOG.md has no section "## [${version}] - DATE" and no "## [Unreleased]" for the version ${version}.`,
    )
  return { version, date: parseDate(latest.date), isReleased: false }
}

const parseDate = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) throw new Error(`CHANGELOG.md: ${text} is no date.`)
  return date
}
