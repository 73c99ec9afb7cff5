// What a wrong value probably means, in the form that a setting takes. Each function returns undefined if that is not clear.

const unitOf: [pattern: RegExp, toText: (count: number) => string][] = [
  [/^(s|secs?|seconds?)$/, (count) => `${count}s`],
  [/^(m|mins?|minutes?)$/, (count) => `${count}m`],
  [/^(h|hrs?|hours?|hourly)$/, (count) => `${count}h`],
  // As most examples have it.
  [/^daily$/, (count) => `${24 * count}h`],
  [/^(d|days?)$/, (count) => `${count}d`],
  [/^(w|weeks?|weekly)$/, (count) => `${7 * count}d`],
  [/^(months?|monthly)$/, (count) => `${30 * count}d`],
  [/^(y|yrs?|years?|yearly)$/, (count) => `${count}y`],
]

/** `24 hours`, `1day`, `daily` and `2 weeks` as times with a unit of one letter. */
export const suggestTime = (text: string): string | undefined => {
  const [, count = '1', word = ''] = /^(\d{1,9})?\s*([a-z]+)$/.exec(text.trim().toLowerCase()) ?? []
  return unitOf.find(([pattern]) => pattern.test(word))?.[1](Number(count))
}

/** `20/minute`, `20 per hour` and `20r/m` as a number of requests in a time. */
export const suggestRateLimit = (text: string): string | undefined => {
  const [, count, time = ''] = /^(\d{1,9})\s*r?(?:\/|\s*per\s*)\s*(.+)$/i.exec(text.trim()) ?? []
  const window = suggestTime(time)
  return count === undefined || window === undefined ? undefined : `${count}/${window}`
}

/** What a number counts. */
export type NumberUnit = 'bytes' | 'megabytes' | 'seconds'

const bytesOf: Record<string, number> = { '': 1, k: 1_024, m: 1_048_576, g: 1_073_741_824 }
const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `5MB` in bytes or megabytes, `2m` in seconds, and `127.0.0.1:8080` as its port. */
export const suggestNumber = (text: string, unit: NumberUnit | undefined): string | undefined => {
  if (unit === undefined) return /:(\d+)$/.exec(text.trim())?.[1]
  if (unit === 'seconds') {
    const [, count, letter = ''] = /^(\d+)([smhd])$/.exec(suggestTime(text) ?? '') ?? []
    return count === undefined ? undefined : `${Number(count) * (secondsOf[letter] ?? Number.NaN)}`
  }
  const [, count, prefix = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b|bytes?)?$/i.exec(text.trim()) ?? []
  if (count === undefined) return
  const bytes = Number(count) * (bytesOf[prefix.toLowerCase()] ?? Number.NaN)
  const number = unit === 'bytes' ? bytes : bytes / 1_048_576
  return Number.isInteger(number) ? `${number}` : undefined
}

const meansOn = /^(yes|true|on|1|enabled?)$/i
const meansOff = /^(no|false|off|0|disabled?|none|never)$/i

/** Another case of a word, its beginning, or `yes` and `no` for words that mean the same. */
export const suggestWord = (text: string, allowed: readonly string[]): string | undefined => {
  const lowerCase = text.trim().toLowerCase()
  const start =
    lowerCase.length < 3 ? undefined : allowed.find((word) => word.startsWith(lowerCase) || lowerCase.startsWith(word))
  if (start !== undefined || allowed.includes(lowerCase)) return start ?? lowerCase
  if (meansOn.test(lowerCase)) return allowed.find((word) => ['on', 'open'].includes(word))
  return meansOff.test(lowerCase) ? allowed.find((word) => ['off', 'closed'].includes(word)) : undefined
}

/** Whether a text says that a setting is to have no value. */
export const meansNothing = (text: string): boolean => meansOff.test(text.trim())

/** `example.com` and `https://example.com/app/` as the origin of a page, and `http://localhost:*` as all ports of this machine. */
export const suggestOrigin = (text: string): string | undefined => {
  const [, rest] = /^(?:[a-z*]+:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?![\w.-])(.*)$/i.exec(text) ?? []
  const isLocal = rest !== undefined
  const url = text.includes('://') ? text : `${isLocal ? 'http' : 'https'}://${text}`
  const isUrl = URL.canParse(url) && /^https?:/.test(url)
  const hasPort = text.includes('://') || rest !== ''
  if (isLocal && (text.includes('*') || !isUrl || !hasPort)) return 'localhost'
  return isUrl ? new URL(url).origin : undefined
}

/** What to write in place of a part of an origin that is to stand for many. */
export const explainWildcard = (origins: readonly string[]): string | undefined =>
  origins.some((origin) => origin.includes('*'))
    ? 'Give each origin in full, without *. localhost stands for all ports of this machine: http and https, localhost, 127.0.0.1 and [::1]. * alone stands for all origins.'
    : undefined

/** `localhost` and `10.0.0.*` as addresses and networks. */
export const suggestProxy = (text: string): string => {
  if (text === 'localhost') return '127.0.0.1,::1'
  const numbers = /^((?:\d{1,3}\.){1,3})\*(?:\.\*)*$/.exec(text)?.[1]?.split('.').slice(0, -1)
  return numbers ? `${[...numbers, 0, 0, 0].slice(0, 4).join('.')}/${8 * numbers.length}` : text
}

/** The address of `http://127.0.0.1:3000`, `localhost:3000` and `[::1]:3000`. */
export const suggestHost = (text: string): string | undefined => {
  if (text === '*') return '0.0.0.0'
  const url = text.includes('://') ? text : `http://${text}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[(.*)\]$/, '$1') : undefined
}

/** `music`, `/music/` and `https://home.example/music` as a path. */
export const suggestBasePath = (text: string): string | undefined => {
  const url = text.includes('://') ? text : `http://localhost/${text}`
  const segments = URL.canParse(url) ? new URL(url).pathname.split('/').filter(Boolean) : []
  return `/${segments.join('/')}`
}
