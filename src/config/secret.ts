import { readFileSync } from 'node:fs'
import { UsageError } from '../errors.ts'
import type { RawValue } from './rawValue.ts'

/** A secret that one place gives by itself, or by the name of a file that holds it. @throws UsageError for both */
export const secretOf = (itself: RawValue | undefined, file: RawValue | undefined): RawValue | undefined => {
  if (itself && file) throw new UsageError(`${itself.label} and ${file.label} are both set. Keep one of them.`)
  return itself ?? (file && { ...file, text: textIn(file) })
}

const textIn = ({ text: path, label }: RawValue) => {
  const text = read(path)
  if (text) return text
  throw new UsageError(`${label} ${text === '' ? 'is an empty file' : "can't be read"}: ${path}`)
}

const read = (path: string) => {
  try {
    return withoutNewline(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Editors and `echo` end a file with a newline that is no part of the secret. */
export const withoutNewline = (text: string) => text.replace(/\r?\n$/, '')
