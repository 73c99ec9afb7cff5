import { InvalidArgumentError } from 'commander'
import { Misuse } from '../errors.ts'
import type { Form } from './valueParsers.ts'

/** Where a value comes from. */
export interface Source {
  kind: 'flag' | 'environment' | 'file' | 'default'
  /** The variable, or the full path of the file. */
  where?: string
}

/** A value as it was given, before it is looked at. */
export interface Given {
  text: string
  /** What to call it where it is refused. */
  label: string
  from: Source
}

/** The value that a text means. @throws Misuse with its place and, unless it is secret, the text */
export const parsed = <Value>(
  { form, secret }: { form: Form<Value>; secret?: true },
  { text, label }: Given,
): Value => {
  try {
    return form.parse(text)
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new Misuse(`${label} ${secret ? "can't be used" : `is "${text}"`}. ${error.message}`)
  }
}
