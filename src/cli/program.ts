import { Command } from 'commander'
import { version } from '../../package.json'

/** Every command of the program. A command's code is loaded when it is called: the server starts sooner without the rest. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  seed: async () => (await import('./seed.ts')).seedCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  schema: async () => (await import('./schema.ts')).schemaCommand(),
  user: async () => (await import('./user.ts')).userCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  healthcheck: async () => (await import('./healthcheck.ts')).healthcheckCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
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
