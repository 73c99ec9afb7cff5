import { Command } from 'commander'
import { version } from '../../package.json'
import { backupCommand } from './commands/backup.ts'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand, schemaCommand } from './commands/export.ts'
import { healthcheckCommand } from './commands/healthcheck.ts'
import { restoreCommand } from './commands/restore.ts'
import { seedCommand } from './commands/seed.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'

const settingsHelp = `
Settings are flags, environment variables, or lines of a TOML file that --config names; "config" shows those in effect.`

/** The program with all its commands, in the order of the help. */
export const createProgram = (): Command => {
  const program = new Command('music-library')
    .description('A music catalogue service in one file. Without a command it serves.')
    .version(version, '-v, --version', 'print the version')
    .addHelpText('after', settingsHelp)
  const commands = [
    serveCommand(),
    seedCommand(),
    exportCommand(),
    schemaCommand(),
    userCommand(),
    tokenCommand(),
    backupCommand(),
    restoreCommand(),
    healthcheckCommand(),
    configCommand(),
    doctorCommand(),
  ]
  for (const command of commands) program.addCommand(command)
  return program
}
