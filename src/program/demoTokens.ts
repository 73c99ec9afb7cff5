import { existsSync, writeFileSync } from 'node:fs'
import { createSecret } from '../accounts/secrets.ts'
import { tokenPattern } from '../accounts/tokens.ts'
import { OperationalError } from '../base/errors.ts'
import { fileErrorKind } from '../base/fileErrors.ts'
import { describeFileError } from '../library/describeFileError.ts'
import { userName } from '../library/fileOwner.ts'
import { commandToHide, readSecretFile } from '../library/secretFile.ts'
import { removeFile } from '../library/temporaryFiles.ts'

// The file of the tokens of a demo. Its form is that of files with variables, which shells, Node and other programs read.

export interface DemoTokens {
  admin: string
  user: string
}

export const createDemoTokens = (): DemoTokens => ({
  admin: createSecret('mlib_', 32),
  user: createSecret('mlib_', 32),
})

/** Reads the tokens, or creates the file with new ones. @throws OperationalError */
export const ensureDemoTokens = (file: string): DemoTokens => {
  if (existsSync(file)) return readDemoTokens(file)
  const tokens = createDemoTokens()
  try {
    writeFileSync(file, `ADMIN_TOKEN=${tokens.admin}\nUSER_TOKEN=${tokens.user}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // One without tokens would be taken for a file of the user.
    if (fileErrorKind(error) !== 'exists') removeFile(file)
    throw describeFileError(error, file, 'write', { name: `The file of the tokens ${file}` })
  }
  return tokens
}

/** Reads the tokens. No error quotes a line of the file. @throws OperationalError */
export const readDemoTokens = (file: string): DemoTokens => {
  if (!existsSync(file))
    throw new OperationalError(`There is no file ${file}. A demo makes it: serve --demo --demo-tokens FILE`)
  const text = readSecretFile(file)
  if (text === undefined) throw new OperationalError(`${file} can't be read by the user ${userName()}.`)
  const command = commandToHide(file)
  if (command !== undefined)
    throw new OperationalError(`${file} holds tokens, and others may read it. Keep it to yourself: ${command}`)
  const tokens = { admin: findToken(text, 'ADMIN_TOKEN'), user: findToken(text, 'USER_TOKEN') }
  const { admin, user } = tokens
  if (admin === undefined || user === undefined || admin === user)
    throw new OperationalError(
      `${file} needs two lines, ADMIN_TOKEN=… and USER_TOKEN=…, with different tokens: mlib_ and 43 characters, each a letter, a digit, - or _. Without the file, the next demo makes one.`,
    )
  return { admin, user }
}

const findToken = (text: string, name: string) => {
  const [, value = ''] = new RegExp(`^${name}=(\\S+)\\s*$`, 'm').exec(text) ?? []
  return new RegExp(tokenPattern).test(value) ? value : undefined
}
