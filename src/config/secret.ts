import { UsageError } from '../base/errors.ts'
import { commandToHide, readSecretFile } from '../library/secretFile.ts'
import { userName } from '../library/users.ts'
import type { RawValue } from './rawValue.ts'

/**
 * Resolves a secret that is given either directly or by the path of a file that holds it.
 * @throws UsageError when both are given, or when the file is empty, unreadable, or readable by others
 */
export const resolveSecret = (direct: RawValue | undefined, path: RawValue | undefined): RawValue | undefined => {
  if (direct && path) throw new UsageError(`${direct.label} and ${path.label} are both set. Keep one of them.`)
  return direct ?? (path && { ...path, text: readSecret(path) })
}

const readSecret = ({ text: path, label }: RawValue) => {
  const secret = readSecretFile(path)
  if (secret === undefined) throw new UsageError(`${label} can't be read by the user ${userName()}: ${path}`)
  if (secret === '') throw new UsageError(`${label} is an empty file: ${path}`)
  const command = commandToHide(path)
  if (command === undefined) return secret
  throw new UsageError(
    `${path}, which ${label} names, holds a secret, and others may read it. Keep it to yourself: ${command}`,
  )
}
