/** A version's part of CHANGELOG.md. */
export interface ChangelogVersion {
  /** Such as `0.1.0`, or `Unreleased`. */
  name: string
  /** The day of the release, such as `2026-11-22`; undefined for `Unreleased`. */
  date?: string
  /** The Markdown below each `###` heading, by the heading: Upgrading, Added, Changed, Removed, Fixed, Security. */
  sections: Map<string, string>
}

const headings = ['Upgrading', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

/**
 * Parses CHANGELOG.md: its versions, the newest first.
 * @throws Error if it has the marks of a failed merge, or a heading that is not like `## [0.1.0] - 2026-11-22`, `## [Unreleased]` or one of Keep a Changelog
 */
export const parseChangelog = (markdown: string): ChangelogVersion[] => {
  const mark = /^(<{7}|={7}|>{7})( .*)?$/m.exec(markdown)
  if (mark) throw new Error(`CHANGELOG.md has the mark "${mark[0]}" of a merge that was not resolved.`)
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n')
      const match = /^\[(?:(Unreleased)\]|(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2}))$/.exec(heading)
      if (!match) throw new Error(`CHANGELOG.md: "## ${heading}" is not like "## [0.1.0] - 2026-11-22".`)
      const [, unreleased, version, date] = match
      const sections = parseSections(lines.join('\n'), heading)
      return version && date ? { name: version, date, sections } : { name: unreleased ?? '', sections }
    })
}

const parseSections = (markdown: string, version: string) =>
  new Map(
    markdown
      .split(/^### /m)
      .slice(1)
      .map((part): [string, string] => {
        const [heading = '', ...lines] = part.split('\n')
        if (!headings.includes(heading))
          throw new Error(`CHANGELOG.md: "### ${heading}" of ${version} is none of ${headings.join(', ')}.`)
        return [heading, lines.join('\n').trim()]
      }),
  )
