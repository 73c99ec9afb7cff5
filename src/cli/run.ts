import { type Command, CommanderError } from 'commander'
import { describeFieldErrors, UsageError, ValidationError } from '../errors.ts'

/**
 * Runs the command that the words name.
 * @returns the exit code: 0 for done, 1 for failed, 2 for called wrongly. Every failure prints one line.
 */
export const run = async (program: Command, words: string[]): Promise<number> => {
  prepare(program)
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return misused(program, error, words)
    console.error(`${program.name()}: ${sentence(error)}`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** The settings that a command does not take over from the program: errors are thrown, and fit on a line. */
const prepare = (command: Command) => {
  command.exitOverride().helpOption('-h, --help', 'print this help')
  if (command.commands.length > 0) command.helpCommand('help [command]', 'print this help')
  command.configureOutput({
    outputError: (text) => console.error(`music-library: ${oneLine(text.replace(/^error: /, ''))}`),
    // What else goes there is a help that nobody asked for.
    writeErr: () => {},
  })
  for (const subcommand of command.commands) prepare(subcommand)
}

/** Commander has printed its line by then, or the help that was asked for; but not when a subcommand is missing. */
const misused = (program: Command, { code, exitCode }: CommanderError, words: string[]) => {
  if (exitCode === 0) return 0
  if (code === 'commander.help') {
    const known = words.filter((word) => word !== 'help' && program.commands.some((command) => command.name() === word))
    console.error(`music-library: say what to do; "${['music-library', ...known].join(' ')} --help" lists the commands`)
  }
  return 2
}

/** The words with a command: `serve` where they name none. */
export const withCommand = (words: string[]): string[] => {
  const [first] = words
  const own = ['-h', '--help', '-v', '--version'].includes(first ?? '')
  return first === undefined || (first.startsWith('-') && !own) ? ['serve', ...words] : words
}

const sentence = (error: unknown) => {
  if (error instanceof ValidationError) return describeFieldErrors(error)
  return oneLine(error instanceof Error ? error.message : String(error))
}

const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ')
