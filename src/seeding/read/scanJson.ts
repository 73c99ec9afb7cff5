// Finds where the values of a JSON text begin and end, without parsing them. JSON.parse builds all values of a text at once:
// 60 MB of `{},` become gigabytes, and nothing else runs meanwhile.

/** A place where a text stops being JSON. */
export class JsonSyntaxError extends Error {
  constructor(
    readonly offset: number,
    readonly sentence: string,
  ) {
    super(sentence)
  }
}

export interface ScannedValue {
  start: number
  end: number
  /** The number of all values in it, itself included; one too many for an empty array or object. */
  valueCount: number
  /** The number of members of all objects in it. */
  memberCount: number
}

/** How many values a value has in it, such as the likes of an account. To find the end of a longer one would block the event loop. */
const maxValues = 1_000_000

/** How deep arrays and objects are nested in a value. Every format has less; JSON.parse fails for more than the stack allows. */
const maxDepth = 100

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** No more spaces than these are skipped: to search tens of millions would block the event loop. */
const spaces = /[ \n\r\t]{0,10000000}/y

/** The offset of the next character that is no space. */
export const skipSpace = (text: string, offset: number): number => {
  if (!isSpace(text.charCodeAt(offset))) return offset
  spaces.lastIndex = offset
  spaces.test(text)
  return spaces.lastIndex
}

/** The offset after the string that begins at an offset, or after the text if it does not end, or not before a limit. */
const endOfString = (text: string, start: number, limit: number): number => {
  for (let at = text.indexOf('"', start + 1); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}

/** The offset after a number, a literal, or anything else without brackets and quotes. */
const endOfWord = (text: string, start: number, limit: number): number => {
  let at = start
  for (; at < text.length && at <= limit; at++) {
    const code = text.charCodeAt(at)
    if (code === comma || code === colon || code === closeBrace || code === closeBracket) break
    if (code === quote || code === openBrace || code === openBracket || isSpace(code)) break
  }
  return at
}

/**
 * Finds the end of the value that begins at an offset. What is between its brackets may not be JSON.
 * @param maxLength - how long the value may be, in UTF-16 code units: to find the end of a longer one would block the event loop
 * @throws JsonSyntaxError when no value begins there, and for a value of too many others or characters
 */
export const scanValue = (text: string, start: number, maxLength = Number.POSITIVE_INFINITY): ScannedValue => {
  const first = text.charCodeAt(start)
  const limit = start + maxLength
  if (first === quote) {
    const end = requireShort(start, endOfString(text, start, limit), maxLength)
    return { start, end, valueCount: 1, memberCount: 0 }
  }
  if (first !== openBrace && first !== openBracket) {
    const end = requireShort(start, endOfWord(text, start, limit), maxLength)
    if (end === start)
      throw new JsonSyntaxError(start, 'A value is expected here; there may be a comma too many before it.')
    return { start, end, valueCount: 1, memberCount: 0 }
  }
  let [at, nesting, valueCount, memberCount] = [start, 0, 1, 0]
  do {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = endOfString(text, at, limit)
      continue
    }
    at++
    if (code === openBrace || code === openBracket) {
      nesting++
      valueCount++
      if (nesting > maxDepth) throw new JsonSyntaxError(start, `No value of this file is nested ${maxDepth} deep.`)
    } else if (code === closeBrace || code === closeBracket) nesting--
    else if (code === comma) valueCount++
    else if (code === colon) memberCount++
    if (valueCount > maxValues) throw new JsonSyntaxError(start, `This has more than ${maxValues} values.`)
  } while (nesting > 0 && at < text.length && at <= limit)
  return { start, end: requireShort(start, at, maxLength), valueCount, memberCount }
}

const requireShort = (start: number, end: number, maxLength: number): number => {
  if (end - start <= maxLength) return end
  throw new JsonSyntaxError(start, `No value of this file has more than ${maxLength} characters.`)
}

/** Yields the members of the object that begins at an offset. The caller sets `next` to the end of each value. @param maxLength - of a name and of a value */
export function* scanMembers(text: string, start: number, maxLength?: number): Generator<ScannedMember, number> {
  let at = skipSpace(text, start + 1)
  if (text.charCodeAt(at) === closeBrace) return at + 1
  if (at === text.length) throw new JsonSyntaxError(at, missingBrace)
  for (;;) {
    if (text.charCodeAt(at) !== quote) throw new JsonSyntaxError(at, propertyNameExpected)
    const nameEnd = scanValue(text, at, maxLength).end
    const colonAt = skipSpace(text, nameEnd)
    if (text.charCodeAt(colonAt) !== colon) throw new JsonSyntaxError(colonAt, 'A colon is expected here.')
    const member = { nameStart: at, nameEnd, valueStart: skipSpace(text, colonAt + 1), next: -1 }
    yield member
    at = skipSpace(text, member.next < 0 ? scanValue(text, member.valueStart, maxLength).end : member.next)
    if (text.charCodeAt(at) === closeBrace) return at + 1
    at = afterComma(text, at, missingBrace)
  }
}

const missingBrace = 'A closing } is expected here.'
const missingBracket = 'A closing ] is expected here.'
const propertyNameExpected = 'A member name in double quotes is expected here; there may be a comma too many before it.'

interface ScannedMember {
  nameStart: number
  nameEnd: number
  valueStart: number
  next: number
}

/** Yields the items of the array that begins at an offset. Returns the offset after it. @param maxLength - of an item */
export function* scanItems(text: string, start: number, maxLength?: number): Generator<ScannedValue, number> {
  let at = skipSpace(text, start + 1)
  if (text.charCodeAt(at) === closeBracket) return at + 1
  if (at === text.length) throw new JsonSyntaxError(at, missingBracket)
  for (;;) {
    const item = scanValue(text, at, maxLength)
    yield item
    at = skipSpace(text, item.end)
    if (text.charCodeAt(at) === closeBracket) return at + 1
    at = afterComma(text, at, missingBracket)
  }
}

const afterComma = (text: string, at: number, atEnd: string): number => {
  if (text.charCodeAt(at) === comma) return skipSpace(text, at + 1)
  throw new JsonSyntaxError(at, at >= text.length ? atEnd : 'A comma is expected here.')
}
