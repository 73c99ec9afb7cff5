import { InvalidArgumentError } from 'commander'
import { UsageError } from '../base/errors.ts'
import type { ValueParser } from './createParser.ts'
import { meansNothing } from './suggestions.ts'

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
