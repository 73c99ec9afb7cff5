import Bowser from 'bowser'
import { texts } from '../../texts/texts.ts'

/** Returns the name of a client by its `User-Agent`, such as "Firefox on Linux". */
export const describeProgram = (program: string | null): string => {
  if (!program) return texts.tokens.unknownProgram
  const { browser, os } = Bowser.parse(program)
  if (!browser.name) return program
  return os.name ? texts.tokens.programOn(browser.name, os.name) : browser.name
}
