import { InvalidArgumentError } from 'commander'
import { UsageError } from '../errors.ts'
import type { ValueParser } from './valueParsers.ts'

/** Where a value comes from. */
export interface Source {
  kind: 'flag' | 'environment' | 'file' | 'default'
  /** The variable, or the full path of the file. */
  where?: string
}

/** A value as it was given, before it is looked at. */
export interface RawValue {
  text: string
  /** What to call it where it is refused. */
  label: string
  from: Source
}

/** The value that a text means. @throws UsageError with its place and, unless it is secret, the text */
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
