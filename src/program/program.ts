import { Command } from 'commander'
import { version } from '../../package.json'
import { keysOf } from '../base/objects.ts'
import { installedConfigPath } from '../config/installedConfig.ts'
import { withDefaultCommand } from './defaultCommand.ts'
import { shortenCommandList } from './shortHelp.ts'

/** What each command does, in the order of the help. A shell shows it without their modules. */
const summaries = {
  serve: 'serve the API (the default)',
  scan: 'read the tags of the audio files in a folder, and print a catalogue file; does not change the library',
  seed: 'import a catalogue file or an accounts file into the library; also while the server runs',
  export: 'write a catalogue file, or an accounts file; also while the server runs',
  user: 'add, list, change and remove accounts; also while the server runs',
  backup: 'copy the library into one checked file; also while the server runs',
  restore: 'replace the library with a backup, and keep the old one beside it; not while the server runs',
  undo: 'undo the changes of an entry of the audit trail; also while the server runs',
  doctor: 'check the library, its folder and its backups; also while the server runs',
  import: 'convert a table or the library of another program to a catalogue file, and print it; changes nothing',
  schema: 'print the JSON Schema of the catalogue file or of the accounts file, for editors',
  openapi: 'print the OpenAPI document of the API',
  token: 'list, add and revoke tokens; also while the server runs',
  invite: 'print a code with which an account can be registered; also while the server runs',
  audit: 'list who changed what, the newest last; also while the server runs',
  healthcheck: 'ask a running server whether it is ready; exits with 0 if it is',
  demo: 'reset a running demo',
  config: 'check the settings of serve, and show those in effect and their sources',
  licenses: 'print the licences of what this program contains',
  completion: 'print a script with which a shell completes commands and options',
}

const helpSummary = 'print this help'

type Name = keyof typeof summaries

/** Loading the modules of all commands takes tens of milliseconds, which every call would pay. */
const commands: Record<Name, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  scan: async () => (await import('./commands/scan.ts')).scanCommand(),
  seed: async () => (await import('./commands/seed.ts')).seedCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  user: async () => (await import('./commands/user.ts')).userCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  undo: async () => (await import('./commands/undo.ts')).undoCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  schema: async () => (await import('./commands/export.ts')).schemaCommand(),
  openapi: async () => (await import('./commands/openapi.ts')).openApiCommand(),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  invite: async () => (await import('./commands/invite.ts')).inviteCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  healthcheck: async () => (await import('./commands/healthcheck.ts')).healthcheckCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  licenses: async () => (await import('./commands/licenses.ts')).licensesCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(),
}

/** What commands and shells start in a process of its own. It is in no help. */
const internalCommands: Record<string, () => Promise<Command>> = {
  'convert-file': async () => (await import('./commands/convertFile.ts')).convertFileCommand(),
  'read-audio': async () => (await import('./commands/readAudio.ts')).readAudioCommand(),
  __complete: async () =>
    (await import('./commands/completion.ts')).completeCommand((typed) => createProgram(withDefaultCommand(typed)), {
      ...summaries,
      help: helpSummary,
    }),
}

const settingsHelp = `
Settings are flags, environment variables, or lines of a TOML file that --config names; "config" shows those in effect. Each variable
can have MUSIC_LIBRARY_ before its name. The program that the package installs reads ${installedConfigPath} by itself, unless a flag
or a variable names the library. On a library of another user, run commands with sudo: root becomes that user.`

const versionFlags = ['-v', '--version']

/** The program with the command that the arguments name, or with all commands if the first argument is none. The version needs none of them. */
export const createProgram = async ([name = '']: string[]): Promise<Command> => {
  const program = new Command('music-library')
    .description('A music catalogue service in one file. Without a command it serves.')
    .version(version, versionFlags.join(', '), 'print the version')
    .addHelpText('after', settingsHelp)
    // Otherwise a command with subcommands would take the options after their names for its own.
    .enablePositionalOptions()
  const internal = Object.hasOwn(internalCommands, name) ? internalCommands[name] : undefined
  if (internal) program.addCommand(await internal())
  const all = keysOf(commands)
  const named = all.filter((command) => command === name)
  const needed = internal || versionFlags.includes(name) ? [] : named.length > 0 ? named : all
  for (const command of needed) program.addCommand((await commands[command]()).description(summaries[command]))
  describeHelp(program)
  shortenCommandList(program)
  return program
}

/** Added subcommands do not inherit these texts. */
const describeHelp = (command: Command) => {
  command.helpOption('-h, --help', helpSummary)
  if (command.commands.length > 0) command.helpCommand('help [command]', helpSummary)
  for (const subcommand of command.commands) describeHelp(subcommand)
}
