/** The program without a command does what this command does. */
export const defaultCommand = 'serve'

/**
 * Adds the default command to arguments that name none. Commander's own default command would take a misspelled command for an
 * argument of `serve`.
 */
export const withDefaultCommand = (args: string[]): string[] => {
  const [first] = args
  const isProgramFlag = ['-h', '--help', '-v', '--version'].includes(first ?? '')
  return first === undefined || (first.startsWith('-') && !isProgramFlag) ? [defaultCommand, ...args] : args
}
