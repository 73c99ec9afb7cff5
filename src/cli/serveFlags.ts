import type { Command } from 'commander'

/** What is said of one start of the server only, so that it is neither a variable nor in a configuration file. */
export const addServeFlags = (command: Command): Command =>
  command
    .option('--new', 'start a new library even where something says that one was there')
    .option('--sample', 'seed the sample catalogue first')
