import { withoutNewline } from '../config/secret.ts'
import { OperationalError } from '../errors.ts'
import { passwordProblem } from '../validation/rules.ts'

/** Asks for a new password twice without showing it; without a terminal, reads it from standard input. */
export const askForPassword = async (email: string): Promise<string> => {
  if (!process.stdin.isTTY) return withoutNewline(await Bun.stdin.text())
  const { isCancel, password } = await import('@clack/prompts')
  const ask = async (message: string, validate: (value: string | undefined) => string | undefined) => {
    const answer = await password({ message, validate })
    if (isCancel(answer)) throw new OperationalError('Nothing was changed.')
    return answer
  }
  const first = await ask(`Password for ${email}`, (value) => {
    const problem = passwordProblem(value ?? '')
    return problem && `The password ${problem}`
  })
  await ask('The same once more', (value) => (value === first ? undefined : 'The two are not the same.'))
  return first
}
