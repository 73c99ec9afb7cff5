import type { ChangelogVersion } from './changelog.ts'

/** What an operator has to know. The rest of a version's changes concerns only its new features. */
const sectionsOfPage = ['Upgrading', 'Changed', 'Deprecated', 'Removed', 'Security']

const marker = '<!-- From here on by `bun run generate`, from CHANGELOG.md. -->\n'

/**
 * Replaces the versions in docs/upgrading.md by those of the changelog. The text above the marker stays.
 * @param next - the version that the unreleased changes will have, such as `0.2.0`
 * @throws Error if the page has no marker
 */
export const updateUpgradingPage = (page: string, changelog: readonly ChangelogVersion[], next: string): string => {
  const [text, rest] = page.split(marker)
  if (text === undefined || rest === undefined) throw new Error(`docs/upgrading.md lacks the line ${marker}`)
  // Until package.json has the version of the next release, it has that of the last one.
  const title = changelog.some(({ name }) => name === next) ? 'Not yet released' : `${next}, not yet released`
  return `${text}${marker}\n${changelog.map((version) => describeVersion(version, title)).join('\n\n')}\n`
}

const describeVersion = ({ name, date, sections }: ChangelogVersion, unreleased: string) =>
  [
    `### ${date ? `${name}, ${date}` : unreleased}`,
    ...sectionsOfPage.flatMap((heading) => {
      const text = sections.get(heading)?.replaceAll('](docs/upgrading.md#', '](#').replaceAll('](docs/', '](')
      if (text === undefined) return []
      return heading === 'Upgrading' ? [text] : [`${heading}:`, text]
    }),
  ].join('\n\n')

/** The schema that a version's `### Upgrading` names in its first line. @throws Error if it names none */
export const schemaOf = ({ name, sections }: ChangelogVersion): number => {
  const [, schema] = /^- The schema of the library is (\d+)\b/.exec(sections.get('Upgrading') ?? '') ?? []
  if (schema) return Number(schema)
  throw new Error(`CHANGELOG.md: "### Upgrading" of ${name} does not begin with "- The schema of the library is N".`)
}
