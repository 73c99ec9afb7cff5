import { readFileSync, statSync } from 'node:fs'

// Secrets that are given by the path of a file.

/** Reads a secret from a file. @returns '' for an empty file, undefined for one that can't be read */
export const readSecretFile = (path: string): string | undefined => {
  try {
    return stripFinalNewline(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Editors and `echo` end a file with a newline that is not part of the secret. */
export const stripFinalNewline = (text: string) => text.replace(/\r?\n$/, '')

/**
 * Warns and does not fail: the secret may lie on a volume whose modes the operator can't choose.
 * @param label - what names the file
 */
export const warnIfExposed = (path: string, label: string): void => {
  const stat = statSync(path)
  // The permissions of the group and of others. Those of a pipe say nothing.
  if (!stat.isFile() || (stat.mode & 0o077) === 0) return
  console.error(`music-library: ${label} names ${path}, which others may read. Keep it to yourself: chmod 600 ${path}`)
}
