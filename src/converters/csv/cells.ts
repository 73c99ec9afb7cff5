import { toInstant } from '../../validation/day.ts'

// Each function reads the text of a cell, and returns undefined if it is not understood.

/**
 * A day as `YYYY-MM-DD`. The year comes first, or dots separate day, month and year: with slashes, 8/7 could be July or
 * August. What is missing or zero is the first month or day. Returns null for a year that is zero, which means none.
 */
export const parseDay = (text: string): string | null | undefined => {
  const value = readDay(text)
  return value && toInstant(value) && value
}

/** Says why a text is no day, and what to write. */
export const describeInvalidDay = (text: string): string =>
  readDay(text) === undefined
    ? `${JSON.stringify(text)} is no day that is understood. Write 1959-08-17, 17.8.1959, 1959-08 or 1959.`
    : `${JSON.stringify(text)} is a day that does not exist. Days are read as 1959-08-17 or 17.8.1959.`

/** Returns the day of a text in one of the forms, which may not exist. */
const readDay = (text: string): string | null | undefined => {
  const yearFirst = /^(\d{4})(?:[-./](\d\d?)(?:[-./](\d\d?)(?:[T ]\d\d?:\d\d.*)?)?)?$/.exec(text)
  const [, lastDay, lastMonth, lastYear] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text) ?? []
  const [, year = text === '0' ? '0' : lastYear, month = lastMonth, day = lastDay] = yearFirst ?? []
  if (year === undefined) return
  if (Number(year) === 0) return null
  const pad = (part = '1') => (Number(part) === 0 ? '01' : part.padStart(2, '0'))
  return `${year}-${pad(month)}-${pad(day)}`
}

/** Several values in one cell. An empty separator keeps the cell as one value. A backslash before a separator makes it a part of a value. */
export const splitList = (text: string, separator: string): string[] =>
  (separator === '' ? [text] : splitUnescaped(text, separator)).map((item) => item.trim()).filter((item) => item !== '')

const splitUnescaped = (text: string, separator: string): string[] => {
  const items: string[] = []
  for (const part of text.split(separator)) {
    const last = items.at(-1)
    if (last?.endsWith('\\')) items[items.length - 1] = `${last.slice(0, -1)}${separator}${part}`
    else items.push(part)
  }
  return items
}

/** Writes values into one cell, so that `splitList` reads them. The space keeps a backslash at the end of a value from the separator. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(';', '\\;').replace(/\\$/, '\\ ')).join('; ')

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
