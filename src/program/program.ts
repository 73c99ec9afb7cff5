import { Command } from 'commander'
import { version } from '../../package.json'
import { installedConfigPath } from '../config/installedConfig.ts'
import { withDefaultCommand } from './defaultCommand.ts'

/** All commands, in the order of the help. Loading the modules of all of them takes 10 ms, which every call would pay. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  seed: async () => (await import('./commands/seed.ts')).seedCommand(),
  scan: async () => (await import('./commands/scan.ts')).scanCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  schema: async () => (await import('./commands/export.ts')).schemaCommand(),
  openapi: async () => (await import('./commands/openapi.ts')).openApiCommand(),
  user: async () => (await import('./commands/user.ts')).userCommand(),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  invite: async () => (await import('./commands/invite.ts')).inviteCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  undo: async () => (await import('./commands/undo.ts')).undoCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  healthcheck: async () => (await import('./commands/healthcheck.ts')).healthcheckCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  licenses: async () => (await import('./commands/licenses.ts')).licensesCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(),
}

/** What commands and shells start in a process of its own. It is in no help. */
const internalCommands: typeof commands = {
  'convert-file': async () => (await import('./commands/convertFile.ts')).convertFileCommand(),
  'read-audio': async () => (await import('./commands/readAudio.ts')).readAudioCommand(),
  __complete: async () =>
    (await import('./commands/completion.ts')).completeCommand((typed) => createProgram(withDefaultCommand(typed))),
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
  const known = { ...commands, ...internalCommands }
  const named = Object.hasOwn(known, name) ? known[name] : undefined
  const needed = versionFlags.includes(name) ? [] : named ? [named] : Object.values(commands)
  for (const load of needed) program.addCommand(await load())
  describeHelp(program)
  return program
}

/** Added subcommands do not inherit these texts. */
const describeHelp = (command: Command) => {
  command.helpOption('-h, --help', 'print this help')
  if (command.commands.length > 0) command.helpCommand('help [command]', 'print this help')
  for (const subcommand of command.commands) describeHelp(subcommand)
}
