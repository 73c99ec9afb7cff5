import { toInstant } from '../../validation/day.ts'

// Each function reads the text of a cell, and returns undefined if it is not understood.

/** Seconds, `m:ss` or `h:mm:ss`, rounded to whole seconds. */
export const parseDuration = (text: string): number | undefined => {
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return Math.round(Number(text.replace(',', '.')))
  const match = /^(?:(\d+):)?(\d+):([0-5]\d)(?:[.,](\d+))?$/.exec(text)
  if (!match) return
  const [, hours, minutes, seconds, fraction = '0'] = match
  if (hours !== undefined && Number(minutes) > 59) return
  return Math.round(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`))
}

/** Milliseconds, or a form with colons. */
export const parseMilliseconds = (text: string): number | undefined => {
  const value = parseDuration(text)
  if (value === undefined || text.includes(':')) return value
  return Math.round(Number(text.replace(',', '.')) / 1000)
}

/**
 * A day as `YYYY-MM-DD`. The year comes first, or dots separate day, month and year: with slashes, 8/7 could be July or
 * August. What is missing or zero is the first month or day. Returns null for a year that is zero, which means none.
 */
export const parseDay = (text: string): string | null | undefined => {
  const yearFirst = /^(\d{4})(?:[-./](\d\d?)(?:[-./](\d\d?)(?:[T ]\d\d?:\d\d.*)?)?)?$/.exec(text)
  const [, lastDay, lastMonth, lastYear] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text) ?? []
  const [, year = text === '0' ? '0' : lastYear, month = lastMonth, day = lastDay] = yearFirst ?? []
  if (year === undefined) return
  if (Number(year) === 0) return null
  const pad = (part = '1') => (Number(part) === 0 ? '01' : part.padStart(2, '0'))
  const value = `${year}-${pad(month)}-${pad(day)}`
  return toInstant(value) && value
}

/** Several values in one cell. An empty separator keeps the cell as one value. */
export const splitList = (text: string, separator: string): string[] =>
  (separator === '' ? [text] : text.split(separator)).map((item) => item.trim()).filter((item) => item !== '')

/** A path, decoded if it is a `file:` URL. */
export const parsePath = (text: string): string | undefined => {
  const path = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(text)?.[1]
  if (path === undefined) return text
  try {
    // A drive follows a slash: file:///C:/Music.
    return decodeURIComponent(path).replace(/^\/(?=[A-Za-z]:\/)/, '')
  } catch {
    return
  }
}

/** A path without the folder that it starts with; undefined if it starts with another one. */
export const removeRoot = (path: string, root: string): string | undefined => {
  const folder = root.replace(/[/\\]+$/, '')
  if (!path.startsWith(folder)) return
  return /^[/\\]+(.+)$/s.exec(path.slice(folder.length))?.[1]
}
