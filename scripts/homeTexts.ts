import { version } from '../package.json'

/** What names the home of the project: a text of a file as long as there is none, and the same with it. */
export const homeTexts = (home: string): { file: string; without: string; with: string }[] => [
  {
    file: 'package.json',
    without: '  "type": "module",',
    with: `  "homepage": "${home}",
  "repository": {
    "type": "git",
    "url": "git+${home}/source.git"
  },
  "type": "module",`,
  },
  {
    file: 'README.md',
    without: '[MIT licence](LICENSE). Version',
    with: `The home of the project is <${home}>. [MIT licence](LICENSE). Version`,
  },
  {
    file: 'docs/install.md',
    without: `The project has no release page yet: build the files of version ${version} in a copy of the repository.`,
    with: `The files of version ${version} are on the [release page](${home}/releases). You can also build them in a copy of the repository.`,
  },
  {
    file: 'SECURITY.md',
    without: '**Report a vulnerability in private**, to the person from whom you have the program.',
    with: `**Report a vulnerability in private**, at <${home}/security>.`,
  },
  {
    file: 'CODE_OF_CONDUCT.md',
    without: 'write to a maintainer. The maintainers answer',
    with: `write to the maintainers at <${home}/contact>. They answer`,
  },
  {
    file: '.github/ISSUE_TEMPLATE/config.yml',
    without: 'blank_issues_enabled: false\n',
    with: `blank_issues_enabled: false
contact_links:
  - name: Something that others could abuse
    url: ${home}/security
    about: Report a vulnerability in private, as SECURITY.md says.
`,
  },
  ...['music-library', 'music-library-scan', 'music-library-offsite'].map((unit) => ({
    file: `deploy/${unit}.service`,
    without: 'Documentation=man:music-library(1)',
    with: `Documentation=${home} man:music-library(1)`,
  })),
]
