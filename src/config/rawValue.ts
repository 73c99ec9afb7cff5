import { InvalidArgumentError } from 'commander'
import { UsageError } from '../base/errors.ts'
import { userName } from '../library/fileOwner.ts'
import { commandToHide, readSecretFile } from '../library/secretFile.ts'
import type { ValueParser } from './createParser.ts'
import { meansNothing } from './suggestedValues.ts'

/** Where a value comes from. */
export interface Source {
  kind: 'flag' | 'environment' | 'file' | 'default'
  /** The name of the variable, or the full path of the file. */
  where?: string
}

/** The value of a setting as text, before it is parsed. */
export interface RawValue {
  text: string
  /** The name of the setting in error messages: `--port`, `PORT` or `settings.toml: port`. */
  label: string
  source: Source
}

interface Parsed<Value> {
  parser: ValueParser<Value>
  secret?: true
  /** As in a `Setting`. */
  unsetText?: string
}

/** Parses a raw value. @throws UsageError with the label and, unless the setting is secret, the text */
export const parseValue = <Value>({ parser, secret, unsetText }: Parsed<Value>, { text, label }: RawValue): Value => {
  try {
    return parser.parse(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    const problem = secret ? "can't be used" : `is "${parser.redact?.(text) ?? text}"`
    const advice = unsetText === 'off' && meansNothing(text) ? ' Leave it out to turn it off.' : ''
    throw new UsageError(`${label} ${problem}. ${error.message}${advice}`)
  }
}

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
