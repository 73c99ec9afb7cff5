import { Command } from 'commander'
import { version } from '../../package.json'

/** Every command of the program. A command's code is loaded when it is called: the server starts sooner without the rest. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  seed: async () => (await import('./commands/seed.ts')).seedCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  schema: async () => (await import('./commands/schema.ts')).schemaCommand(),
  user: async () => (await import('./commands/user.ts')).userCommand(),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  healthcheck: async () => (await import('./commands/healthcheck.ts')).healthcheckCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
}

/** The program with the command that is called, or with all of them where the first word is none. */
export const createProgram = async ([called = '']: string[]): Promise<Command> => {
  const program = new Command('music-library')
    .description('A music catalogue service in one file. Without a command it serves.')
    .version(version, '-v, --version', 'print the version')
    .addHelpText(
      'after',
      `
Settings are flags, environment variables, or lines of a TOML file that --config names; "config" shows what is in force.`,
    )
  const load = Object.hasOwn(commands, called) ? [commands[called]] : Object.values(commands)
  for (const command of load) if (command) program.addCommand(await command())
  return program
}
