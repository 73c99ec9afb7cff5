import { type Command, CommanderError } from 'commander'
import { ClosedToUser, Undecided, UsageError } from '../base/errors.ts'
import { findClosest } from '../base/spelling.ts'
import { escapeControls } from '../base/visibleText.ts'
import { addPriority, isJournal } from '../observability/format.ts'
import { OutputClosed, printText } from './output/write.ts'
import { typedAsRoot } from './ownCommand.ts'

/** What other programs call commands, with what they are called here. A command has at most one of them. */
const synonyms: Record<string, readonly string[]> = {
  add: ['create', 'new'],
  list: ['ls', 'show'],
  password: ['passwd'],
  remove: ['rm', 'del', 'delete'],
  revoke: ['rm', 'del', 'delete', 'remove'],
}

/** Adds to an error of Commander what it does not know itself. */
const addUsageHint = (command: Command, text: string): string => {
  const [, unknown = ''] = /^error: unknown command '([^']+)'\s*$/.exec(text) ?? []
  const meant = command.commands.map((known) => known.name()).find((name) => synonyms[name]?.includes(unknown))
  if (meant !== undefined) return `${text.trim()} (Did you mean ${meant}?)`
  if (/^error: unknown option '--?p(?:ass(?:word|wd)?)?(?:=.*)?'/s.test(text) && command.parent?.name() === 'user')
    return 'error: a password is not an option, since other users see the command line. It is asked for, or read from standard input, such as from a file: < FILE'
  return text
}

/** What to say of `help` with the name of no command, such as `help sede`; undefined if it is a command, or missing. */
const describeUnknownTopic = (program: Command, args: readonly string[]): string | undefined => {
  const at = args.indexOf('help')
  const [topic] = at < 0 ? [] : args.slice(at + 1)
  const parent = args.slice(0, at).reduce<Command | undefined>((found, name) => find(found, name), program)
  if (topic === undefined || !parent || find(parent, topic)) return
  const names = parent.commands.map((command) => command.name())
  const meant = findClosest(topic, names, 2) ?? names.find((name) => synonyms[name]?.includes(topic))
  return `there is no command '${topic}'${meant === undefined ? '' : ` (Did you mean ${meant}?)`}`
}

const find = (command: Command | undefined, name: string) =>
  command?.commands.find((subcommand) => subcommand.name() === name)

/** The exit code of programs that end because of a closed pipe. */
const outputClosedCode = 141

/**
 * Runs the command that the arguments name. Every error prints one line on standard error.
 * @returns the exit code: 0 for success, 1 for a failure, 2 for wrong usage, 4 for a choice that nobody has made, 141 without a line if the reader of standard output
 * has closed it, or the one that a command has set in `process`
 */
export const run = async (program: Command, args: string[]): Promise<number> => {
  configureErrors(program)
  program.hook('preAction', (_, command) => requireNoEmptyArgument(command))
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof OutputClosed) return outputClosedCode
    if (error instanceof CommanderError) return usageExitCode(program, error, args)
    const advice = error instanceof ClosedToUser ? ` Run: ${typedAsRoot(args)}` : ''
    printError(`${error instanceof Error ? error.message : String(error)}${advice}`)
    return exitCodeOf(error)
  }
}

const exitCodeOf = (error: unknown) => {
  if (error instanceof UsageError) return 2
  return error instanceof Undecided ? 4 : Number(process.exitCode) || 1
}

/** Makes Commander throw where it would exit, and print errors on one line. Added subcommands do not inherit these settings. */
const configureErrors = (command: Command) => {
  command.exitOverride().configureOutput({
    writeOut: printText,
    outputError: (text) => printError(addUsageHint(command, text).replace(/^error: /, '')),
    // Otherwise Commander prints the whole help here when a subcommand is missing.
    writeErr: () => {},
  })
  for (const subcommand of command.commands) configureErrors(subcommand)
}

/** Commander has printed the help or the error already, except for a missing subcommand. */
const usageExitCode = (program: Command, { code, exitCode }: CommanderError, args: string[]) => {
  if (exitCode === 0) return 0
  if (code === 'commander.help') {
    const names = args.filter((arg) => arg !== 'help' && program.commands.some((command) => command.name() === arg))
    const wrong = describeUnknownTopic(program, args) ?? 'say what to do'
    printError(`${wrong}; "${['music-library', ...names].join(' ')} --help" lists the commands`)
  }
  return 2
}

/** Prints one line, with the priority of an error where it goes to the journal of systemd. */
const printError = (message: string) => {
  const line = `music-library: ${escapeControls(message.trim().replaceAll(/\s*\n\s*/g, ' '))}`
  console.error(isJournal(2) ? addPriority(line, 'error') : line)
}

/** In a script it is the value of a variable that is not set: `backup "$FILE"`. */
const requireNoEmptyArgument = (command: Command) => {
  // The word at which a shell completes may be empty.
  if (command.args.includes('') && command.name() !== '__complete')
    throw new UsageError('An argument is empty. Give it a value, or leave it out.')
}
