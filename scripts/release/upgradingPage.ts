import type { ChangelogVersion } from './changelog.ts'

/** What an operator has to know. The rest of a version's changes concerns only its new features. */
const sectionsOfPage = ['Upgrading', 'Changed', 'Deprecated', 'Removed', 'Security']

const marker = '<!-- From here on by `bun run upgrading`, from CHANGELOG.md. -->\n'

/**
 * Replaces the versions in docs/upgrading.md by those of the changelog. The text above the marker stays.
 * @throws Error if the page has no marker
 */
export const updateUpgradingPage = (page: string, changelog: readonly ChangelogVersion[]): string => {
  const [text, rest] = page.split(marker)
  if (text === undefined || rest === undefined) throw new Error(`docs/upgrading.md lacks the line ${marker}`)
  return `${text}${marker}\n${changelog.map(describeVersion).join('\n\n')}\n`
}

const describeVersion = ({ name, date, sections }: ChangelogVersion) =>
  [
    `### ${date ? `${name}, ${date}` : 'Not yet released'}`,
    ...sectionsOfPage.flatMap((heading) => {
      const text = sections.get(heading)?.replaceAll('](docs/', '](')
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
