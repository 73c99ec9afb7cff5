// Parts of sentences.

/** Writes the first letter of a name in upper case. */
export const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Puts "a" or "an" before a name. */
export const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

/** `2 tracks`, `1 track`. The plural ends in s. */
export const formatCount = (count: number, plural: string): string =>
  `${count} ${count === 1 ? plural.slice(0, -1) : plural}`

/** Joins names with commas, and the last one with another word. */
export const joinWords = (names: readonly string[], word = 'and'): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`

/** Lists the first items: `a, b and 3 more`. */
export const listFirst = (items: readonly (string | number)[], max: number): string =>
  items.slice(0, max).join(', ') + (items.length > max ? ` and ${items.length - max} more` : '')

const durations: [name: string, ms: number][] = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
]

/** `3 days`, `90 minutes`: in the largest unit of which there are at least two. */
export const formatDuration = (ms: number): string => {
  const [name, unit] = durations.find(([, size]) => ms >= 2 * size) ?? ['seconds', 1_000]
  return formatCount(Math.floor(ms / unit), name)
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a size in decimal units, such as "74.6 GB". The console formats its sizes with it, too. */
export const formatBytes = (bytes: number, locale = 'en'): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // The short name of a byte has no plural.
    unitDisplay: power > 0 ? 'short' : 'long',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1000 ** power)
}

/** How often there is something by its name: `2 .aac, 1 .dsf`. */
export const describeCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort()
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')
