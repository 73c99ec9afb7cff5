import { InvalidArgumentError } from 'commander'

/** Parses the text of a setting, which has the same form in a flag, a variable and a configuration file. */
export interface ValueParser<Value> {
  /** The TOML type of the value in a configuration file. */
  tomlType: 'number' | 'string'
  /** All valid texts, where these are few. */
  choices?: readonly string[]
  /** @throws InvalidArgumentError that describes a valid value; it never quotes a text that may be secret */
  parse(text: string): Value
  /** The text for messages, if the whole may contain a password. */
  redact?(text: string): string
  /** Resolves a path in a configuration file against the file's folder, so that the working directory does not matter. */
  resolvePath?(folder: string, text: string): string
}

interface Form<Value> {
  /** `string` by default. */
  tomlType?: ValueParser<Value>['tomlType']
  /** Returns undefined for a wrong text. */
  read(text: string): Value | undefined
  /** What a value has to be. */
  form: string
  /** What follows `form` in the message, such as an example. */
  example?: string
  /** Returns sentences that take the place of `form`, for a wrong text of a common kind. */
  explain?(text: string): string | undefined
  /** Returns what a wrong text probably means. It is left out of the message unless `read` accepts it. */
  suggest(text: string): string | undefined
}

export const createParser = <Value>({
  tomlType = 'string',
  read,
  form,
  example = '',
  explain,
  suggest,
}: Form<Value>): ValueParser<Value> => ({
  tomlType,
  parse: (text) => {
    const value = read(text)
    if (value !== undefined) return value
    // A suggestion could contain a part of the password before an @.
    const suggestion = text.includes('@') ? undefined : suggest(text)
    const isValid = suggestion !== undefined && read(suggestion) !== undefined
    const rule = explain?.(text) ?? `Give ${form}${isValid ? '' : example}.`
    throw new InvalidArgumentError(isValid ? `${rule} Did you mean ${suggestion}?` : rule)
  },
  redact: redactUserInformation,
})

/** Leaves out the name and the password before an @. A password may contain any character. */
const redactUserInformation = (text: string) => text.replace(/^(\s*[a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1…@')
