import { isCancel, confirm as promptConfirm, password as promptPassword } from '@clack/prompts'
import { stripFinalNewline } from '../config/secret.ts'
import { OperationalError } from '../errors.ts'
import { passwordProblem } from '../validation/rules.ts'

/** Asks for a new password twice without showing it. Without a terminal, reads it from standard input. */
export const askForPassword = async (email: string): Promise<string> => {
  if (!process.stdin.isTTY) return stripFinalNewline(await Bun.stdin.text())
  const password = await ask(`Password for ${email}`, (value) => {
    const problem = passwordProblem(value ?? '')
    return problem && `The password ${problem}`
  })
  await ask('The same once more', (value) => (value === password ? undefined : 'The two are not the same.'))
  return password
}

const ask = async (message: string, validate: (value: string | undefined) => string | undefined) => {
  const password = await promptPassword({ message, validate })
  if (isCancel(password)) throw new OperationalError('Nothing was changed.')
  return password
}

/** @throws OperationalError unless the user confirms; without a terminal, with the question and this advice */
export const confirm = async (question: string, adviceWithoutTerminal: string): Promise<void> => {
  if (!process.stdin.isTTY) throw new OperationalError(`${question} Nothing was changed; ${adviceWithoutTerminal}`)
  // Standard output is for the result of the command, which may be redirected to a file.
  const confirmed = await promptConfirm({ message: question, initialValue: false, output: process.stderr })
  if (isCancel(confirmed) || !confirmed) throw new OperationalError('Nothing was changed.')
}
