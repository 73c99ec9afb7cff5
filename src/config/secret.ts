import { readFileSync } from 'node:fs'
import { Misuse } from '../errors.ts'
import type { Given } from './rawValue.ts'

/** A secret that one place gives by itself, or by the name of a file that holds it. @throws Misuse for both */
export const secretOf = (itself: Given | undefined, file: Given | undefined): Given | undefined => {
  if (itself && file) throw new Misuse(`${itself.label} and ${file.label} are both set. Keep one of them.`)
  return itself ?? (file && { ...file, text: textIn(file) })
}

const textIn = ({ text: path, label }: Given) => {
  const text = read(path)
  if (text) return text
  throw new Misuse(`${label} ${text === '' ? 'is an empty file' : "can't be read"}: ${path}`)
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
