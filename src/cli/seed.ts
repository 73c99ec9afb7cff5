import { Command } from 'commander'
import { options } from '../config.ts'

export const seedCommand = () =>
  new Command('seed')
    .description('x')
    .argument('<file>', 'f')
    .addOption(options.database())
    .action(async () => {})
