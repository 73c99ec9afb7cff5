import { type Command, Option } from 'commander'
import { duration } from '../config/valueParsers.ts'

/** Adds the flags that apply to one start of the server only, and so have no variable and no line in a file. */
export const addServeFlags = (command: Command): Command =>
  command
    .option('--new', 'create a new library even where there are traces of an earlier one')
    .option('--sample', 'seed the sample catalogue first')
    .option('--demo', 'serve a demo for visitors: in memory, with the sample, two accounts that it prints, and resets')
    .addOption(
      new Option('--reset-every <time>', 'how often a demo is reset, such as 30m')
        .argParser(duration.parse)
        .default(duration.parse('1h'), '1h'),
    )
    .option('--port-file <file>', 'write the port to a file once the server listens; it is removed at the stop')
