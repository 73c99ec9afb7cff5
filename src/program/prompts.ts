import { OperationalError } from '../base/errors.ts'
import { stripFinalNewline } from '../library/secretFile.ts'
import { passwordProblem } from '../validation/rules.ts'
import { streams } from './streams.ts'

/** Loaded only to ask something: it takes a quarter of the time in which a server starts. */
const loadPrompts = async () => {
  // Some terminals say that they have no width. Prompts would then have one character on each line.
  if (process.stderr.columns === 0) process.stderr.columns = 80
  if (process.stdout.columns === 0) process.stdout.columns = 80
  const prompts = await import('@clack/prompts')
  // Ctrl-D. Otherwise it would end the input, and the prompt would wait without an end.
  prompts.updateSettings({ aliases: { '\x04': 'cancel' } })
  return prompts
}

/** Asks for a new password twice without showing it. Without a terminal, reads it from standard input. */
export const askForPassword = async (email: string): Promise<string> => {
  if (!process.stdin.isTTY) return stripFinalNewline(Buffer.from(await streams.readInput()).toString())
  const password = await ask(`Password for ${email}`, (value) => {
    const problem = passwordProblem(value ?? '')
    return problem && `The password ${problem}`
  })
  await ask('Repeat the password', (value) => (value === password ? undefined : 'The passwords are not the same.'))
  return password
}

const ask = async (message: string, validate: (value: string | undefined) => string | undefined) => {
  const prompts = await loadPrompts()
  const password = await prompts.password({ message, validate, output: process.stderr })
  if (prompts.isCancel(password)) throw new OperationalError('Nothing was changed.')
  return password
}

/** @throws OperationalError unless the user confirms; without a terminal, with the question and this advice */
export const confirm = async (question: string, adviceWithoutTerminal: string): Promise<void> => {
  if (!process.stdin.isTTY) throw new OperationalError(`${question} Nothing was changed; ${adviceWithoutTerminal}`)
  // Standard output is for the result of the command, which may be redirected to a file.
  const prompts = await loadPrompts()
  const confirmed = await prompts.confirm({ message: question, initialValue: false, output: process.stderr })
  if (prompts.isCancel(confirmed) || !confirmed) throw new OperationalError('Nothing was changed.')
}

/** Asks for one of several answers, in a terminal. @throws OperationalError if none is given */
export const select = async <Value extends string>(
  question: string,
  options: readonly { value: Value; label: string }[],
): Promise<Value> => {
  const prompts = await loadPrompts()
  const answer = await prompts.select<string>({ message: question, options: [...options], output: process.stderr })
  if (prompts.isCancel(answer)) throw new OperationalError('Nothing was changed.')
  return answer as Value // one of the values
}
