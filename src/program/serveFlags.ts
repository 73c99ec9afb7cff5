import { type Command, Option } from 'commander'
import type { Flags } from '../config/readSettings.ts'
import { duration, instant } from '../config/timeParsers.ts'
import type { Instant } from '../library/clock.ts'
import { type Sample, sampleOption } from './sampleFlag.ts'

export interface ServeFlags extends Flags {
  sample?: Sample
  new?: true
  seed?: string
  stopWithStdin?: true
  control?: true
  now?: Instant
  copyOf?: string
  withoutAccounts?: true
  portFile?: string
  demo?: true
  /** In milliseconds. */
  resetEvery?: number
}

const variablesHelp = `
Each variable can have MUSIC_LIBRARY_ before its name, such as MUSIC_LIBRARY_PORT, and takes precedence then.`

/** Adds the flags that apply to one start of the server only, and so have no variable and no line in a file. */
export const addServeFlags = (command: Command): Command =>
  command
    .addHelpText('after', variablesHelp)
    .addOption(
      new Option('--new', 'create a new library even where there are traces of an earlier one').conflicts('demo'),
    )
    .addOption(sampleOption())
    .addOption(
      new Option(
        '--seed <file>',
        'import a catalogue file at the start, if the library has no catalogue yet',
      ).conflicts('sample'),
    )
    .addOption(
      new Option(
        '--demo',
        'serve a demo for visitors in memory, with the sample or the file of --seed, two accounts that it prints, and resets',
      ),
    )
    .addOption(
      new Option('--reset-every <time>', 'how often a demo is reset, such as 30m; every 1h by default').argParser(
        duration.parse,
      ),
    )
    .addOption(
      new Option(
        '--now <time>',
        'stamp the records of a library in memory with this time, such as 2026-01-01T00:00:00Z, one microsecond later at each write',
      ).argParser(instant.parse),
    )
    .addOption(
      new Option(
        '--control',
        'take requests of the program that has started this one, for a library in memory: JSON lines on standard input and output',
      ).conflicts('demo'),
    )
    .addOption(
      new Option(
        '--copy-of <file>',
        'serve a copy of a library or a backup in memory; the file is only read',
      ).conflicts('demo'),
    )
    .addOption(
      new Option('--without-accounts', 'leave out the accounts, likes and the audit trail of --copy-of').conflicts(
        'demo',
      ),
    )
    .option('--stop-with-stdin', 'stop at the end of standard input: a pipe ends with the process that holds it')
    .option(
      '--port-file <file>',
      'write the port to a file once the server listens; the file is removed when the server stops',
    )
