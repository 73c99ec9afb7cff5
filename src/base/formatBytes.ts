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
