const maxSeconds = 2_147_483_647

/** Writes a length for a field, such as 4:05 or 1:02:03. Other than `formatLength`, it has the same digits everywhere. */
export const writeLength = (seconds: number | null): string => {
  if (seconds === null) return ''
  const minutes = Math.floor(seconds / 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`
}

/**
 * Reads a length that was written as m:ss, h:mm:ss or in seconds.
 * @returns seconds; null for an empty text; undefined if it is none of these
 */
export const parseLength = (text: string): number | null | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [, hours = '0', minutes = '0', rest] = /^(?:(?:(\d+):(?=\d\d:))?(\d+):(?=\d\d$))?(\d+)$/.exec(trimmed) ?? []
  if (rest === undefined) return
  if (trimmed.includes(':') && Number(rest) > 59) return
  if (hours !== '0' && Number(minutes) > 59) return
  const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  return seconds <= maxSeconds ? seconds : undefined
}
