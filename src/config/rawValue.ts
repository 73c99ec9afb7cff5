import { InvalidArgumentError } from 'commander'
import { UsageError } from '../errors.ts'
import type { ValueParser } from './valueParsers.ts'

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

/** Parses a raw value. @throws UsageError with the label and, unless the setting is secret, the text */
export const parseValue = <Value>(
  { parser, secret }: { parser: ValueParser<Value>; secret?: true },
  { text, label }: RawValue,
): Value => {
  try {
    return parser.parse(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new UsageError(`${label} ${secret ? "can't be used" : `is "${text}"`}. ${error.message}`)
  }
}
