import { UsageError } from '../errors.ts'

/** What a TOML text holds. @throws UsageError with the line that is wrong */
export const parseToml = (text: string, path: string): object => {
  try {
    return Bun.TOML.parse(text)
  } catch (error) {
    throw new UsageError(`${path}:${wrongLine(text)}: ${reason(error)}`)
  }
}

/** Bun does not say where: it is after the longest start of the text that is right. */
const wrongLine = (text: string) => {
  const lines = text.split('\n')
  for (let right = lines.length - 1; right > 0; right--) if (isRight(lines.slice(0, right).join('\n'))) return right + 1
  return 1
}

const isRight = (text: string) => {
  try {
    Bun.TOML.parse(text)
    return true
  } catch {
    return false
  }
}

/** Bun's words, without what they quote: it may be a secret that lacks its quotes. */
const reason = (error: unknown) => {
  const words = error instanceof Error ? error.message : 'it is no TOML'
  return `${words.replace('TOML Parse error: ', '').replace(/:? ".*$/s, '')}.`
}
