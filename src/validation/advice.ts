// What to write in place of values that people write by hand, or that other programs export.

/** Advises on a value that should be a day. */
export const adviseDay = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return
  const text = String(value).trim()
  const [, year, month] = /^(\d{4})(?:-(\d\d?))?$/.exec(text) ?? []
  if (year) {
    const written = writeDay(year, month ?? '01', '01')
    return written && `A ${month ? 'month' : 'year'} alone is no day. ${written} This is its first day.`
  }
  const [, first = '', second = '', third = ''] = /^(\d{1,4})[./-](\d\d?)[./-](\d{1,4})$/.exec(text) ?? []
  if (first.length === 4) return writeDay(first, second, third)
  if (third.length !== 4) return
  // With a point, the day comes first. With a slash, it may be either, unless one of the two is no month.
  if (text.includes('.') || Number(first) > 12) return writeDay(third, second, first)
  return Number(second) > 12 ? writeDay(third, first, second) : 'Write the year first, then the month, then the day.'
}

const writeDay = (year: string, month: string, day: string) => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return exists ? `Write "${text}".` : undefined
}

/** Advises on a value that should be a number of seconds. */
export const adviseDuration = (value: unknown): string | undefined => {
  if (typeof value === 'number') {
    const seconds = Math.round(value)
    return value >= 0 && seconds !== value && seconds < 2_147_483_648 ? `Write ${seconds}.` : undefined
  }
  if (typeof value !== 'string') return
  const text = value.trim()
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,4}):)?(\d{1,4}):(\d\d)(?:\.\d+)?$/.exec(text) ?? []
  if (minutes !== undefined) return `Write ${Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)}.`
  const [, number, unit] = /^(\d{1,9}(?:\.\d+)?) ?(ms|s|sec)?$/.exec(text) ?? []
  if (number === undefined) return
  const rounded = Math.round(Number(number) / (unit === 'ms' ? 1000 : 1))
  return String(rounded) === number && !unit ? `Write ${rounded}, without quotes.` : `Write ${rounded}.`
}
