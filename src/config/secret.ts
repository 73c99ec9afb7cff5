import { readFileSync, statSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import type { RawValue } from './rawValue.ts'

/**
 * Resolves a secret that is given either directly or by the path of a file that holds it.
 * @throws UsageError when both are given, or when the file is empty or unreadable
 */
export const resolveSecret = (direct: RawValue | undefined, path: RawValue | undefined): RawValue | undefined => {
  if (direct && path) throw new UsageError(`${direct.label} and ${path.label} are both set. Keep one of them.`)
  return direct ?? (path && { ...path, text: readSecret(path) })
}

const readSecret = ({ text: path, label }: RawValue) => {
  const secret = readText(path)
  if (secret) {
    warnIfExposed(path, label)
    return secret
  }
  throw new UsageError(`${label} ${secret === '' ? 'is an empty file' : "can't be read"}: ${path}`)
}

/** Warns and does not fail: the secret may lie on a volume whose modes the operator can't choose. */
const warnIfExposed = (path: string, label: string) => {
  const stat = statSync(path)
  // The permissions of the group and of others. Those of a pipe say nothing.
  if (!stat.isFile() || (stat.mode & 0o077) === 0) return
  console.error(`music-library: ${label} names ${path}, which others may read. Keep it to yourself: chmod 600 ${path}`)
}

const readText = (path: string) => {
  try {
    return stripFinalNewline(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Editors and `echo` end a file with a newline that is not part of the secret. */
export const stripFinalNewline = (text: string) => text.replace(/\r?\n$/, '')
