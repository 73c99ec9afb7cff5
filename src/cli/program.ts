import { Command } from 'commander'
import { version } from '../../package.json'
import { backupCommand } from './backup.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { restoreCommand } from './restore.ts'
import { schemaCommand } from './schema.ts'
import { seedCommand } from './seed.ts'
import { serveCommand } from './serve.ts'
import { userCommand } from './user.ts'

/** Every command of the program. */
export const createProgram = () =>
  new Command('music-library')
    .description('A music catalogue service in one file. Without a command it serves.')
    .version(version, '-v, --version', 'print the version')
    .addCommand(serveCommand())
    .addCommand(seedCommand())
    .addCommand(exportCommand())
    .addCommand(schemaCommand())
    .addCommand(userCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(doctorCommand())
