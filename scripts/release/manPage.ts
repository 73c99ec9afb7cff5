import { describeCommands } from '../../src/program/describeCommands.ts'
import { createProgram } from '../../src/program/program.ts'
import { renderCommands } from './manPage/commands.ts'
import { argument, flag, type Line, list, paragraphs, text } from './manPage/mdoc.ts'
import { renderSettings, renderVariables } from './manPage/settings.ts'
import { readReleaseVersion } from './version.ts'

/** The manual page music-library(1). Commands, options and settings are those of the program. */
export const manPage = async (): Promise<string> => {
  const commands = describeCommands(await createProgram([]))
  const { date, version } = await readReleaseVersion()
  const lines: Line[] = [
    `.Dd ${date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`,
    '.Dt MUSIC-LIBRARY 1',
    '.Os',
    ...section('NAME', ['.Nm music-library', '.Nd music catalogue service in one file']),
    ...section('SYNOPSIS', synopsis),
    ...section('DESCRIPTION', [...paragraphs(description), '.Pp', ...text(`This page describes version ${version}.`)]),
    ...section('COMMANDS', [...text(commandsIntroduction), ...renderCommands(commands)]),
    ...section('OPTIONS', renderCommonOptions()),
    ...section('SETTINGS', [...paragraphs(settingsIntroduction), ...renderSettings()]),
    ...section('SIGNALS', renderTexts(signals, 'Dv')),
    ...section('ENVIRONMENT', [
      ...text(environmentIntroduction),
      '.Pp',
      ...renderVariables(),
      '.Pp',
      ...text('There are three more:'),
      ...renderTexts(variables, 'Ev'),
    ]),
    ...section('FILES', renderTexts(files, 'Pa')),
    ...section('EXIT STATUS', renderTexts(exitCodes)),
    ...section('EXAMPLES', examples.flatMap(renderExample).slice(1)),
  ]
  return `${lines.join('\n')}\n`
}

const section = (name: string, lines: Line[]): Line[] => [`.Sh ${name}`, ...lines]

const synopsis = [
  '.Nm',
  '.Op Cm serve',
  '.Op Ar option ...',
  '.Nm',
  '.Ar command',
  '.Op Ar subcommand',
  '.Op Ar option ...',
  '.Op Ar argument ...',
  '.Nm',
  '.Cm help Op Ar command',
  '.Nm',
  `.${flag('--version')}`,
]

const description = `\
music-library serves a music catalogue: a JSON API over labels, genres, artists, albums and tracks with accounts and likes, and a console \
for browsers. The library, with catalogue and accounts, is one SQLite file. Without a command it serves.
To begin, serve the sample catalogue, and open the URL that is printed at the end in a browser, to make an admin:
  music-library serve --sample`

const commandsIntroduction = 'Each command prints its own help with --help.'

const renderCommonOptions = () =>
  list([
    [`${flag('-h')} , ${flag('--help')}`, text('Print the help of the program or of a command.')],
    [`${flag('-v')} , ${flag('--version')}`, text('Print the version. It goes without a command.')],
    [
      `${flag('--config')} Ar file`,
      text('Read settings from a TOML file. All commands that take settings have this option.'),
    ],
  ])

const settingsIntroduction = `\
A setting is a flag, an environment variable, or a line of the file that --config names. The flag takes precedence over the variable, the \
variable over the file, and the file over the default. In the file a setting has the name of its flag without dashes in front. Numbers have \
no quotes there, everything else has:
  port = 8080
  database = "/var/lib/music-library/library.db"
  backup-every = "24h"
A time is a number and s, m, h or d, such as 30m. How long tokens and the audit trail are kept can also have y, for 365 days. The command \
config checks all settings, and shows which are in effect and where they come from.`

const signals: Record<string, string> = {
  'SIGTERM, SIGINT':
    'Stop the server. It stops listening, gives requests in flight up to ten seconds to finish, and exits with 0. A second signal ends it at once, with 1. In both cases every confirmed write is on disk.',
  SIGHUP:
    'Read the settings again, if neither standard input nor output nor error is a terminal. The log names the settings that need a restart. A server at a terminal stops.',
}

const environmentIntroduction = `\
Each setting has a variable, except backup-command. With MUSIC_LIBRARY_ in front, such as MUSIC_LIBRARY_PORT, it has a second name, which takes precedence. \
An empty variable is an error, except for those of the first admin.`

const variables: Record<string, string> = {
  MUSIC_LIBRARY_CONFIG: 'The configuration file, if there is no --config.',
  MUSIC_LIBRARY_BACKUP: 'The path of the backup, for the backup-command.',
  TMPDIR: 'The folder for a library in memory. The default is /tmp.',
}

const files: Record<string, string> = {
  './data/music-library.db':
    'The library, unless --database names another one. Beside it are files whose names end in -wal, -shm and .lock. They belong to it.',
  './data/backups': 'The backups of this library, unless --backup-dir names another folder.',
  '/etc/music-library.toml':
    'The configuration file of the service that comes with the program. The installed program reads it by itself, unless a flag or a variable names a library or another file.',
  '/var/lib/music-library/library.db':
    'The library of this service, which belongs to the user music-library. A command that root runs becomes this user.',
}

const exitCodes: Record<string, string> = {
  0: 'Done.',
  1: 'Failed. One line on standard error says why.',
  2: 'Called wrongly: an unknown option, a wrong value, a wrong configuration file. One line on standard error says why.',
  3: 'seed --dry-run --exit-code: the import would change something.',
  130: 'seed was stopped with Ctrl-C. Nothing was changed.',
  141: 'The program that reads the output has ended.',
}

const examples: [purpose: string, command: string][] = [
  ['Serve on all networks, with a backup every day:', 'music-library serve --host 0.0.0.0 --backup-every 24h'],
  ['See which settings are in effect, and where they come from:', 'music-library config'],
  [
    'Make the first admin of the service that comes with the program:',
    'sudo music-library user add you@example.com --admin',
  ],
  ['Turn a folder of music into a catalogue file:', 'music-library scan /srv/music > catalogue.json'],
  [
    'See what a catalogue file would change, and import it:',
    'music-library seed catalogue.json --dry-run\nmusic-library seed catalogue.json',
  ],
  [
    'Make a token for a program that only reads:',
    'music-library token add ada@example.com --name player --read-only --expires 1y',
  ],
  [
    'Close the registration to all but those who are invited:',
    'music-library serve --registration invite\nmusic-library invite --uses 5 --expires 30d',
  ],
  ['Back up while the server runs, and check library and backups:', 'music-library backup\nmusic-library doctor'],
]

const renderExample = ([purpose, command]: [string, string]): Line[] => [
  '.Pp',
  ...paragraphs(`${purpose}\n${command.replaceAll(/^/gm, '  ')}`),
]

const renderTexts = (texts: Record<string, string>, macro = 'No') =>
  list(Object.entries(texts).map(([term, lines]) => [`${macro} ${argument(term)}`, text(lines)]))
