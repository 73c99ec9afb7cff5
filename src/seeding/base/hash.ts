import type { Value } from '../../catalogue/resources.ts'

// Hashes of values, and how they are written: as digits to the base of 64, the lowest first.

const bits30 = 2 ** 30

// The two halves of the hash that is computed. Objects for each of millions of values would take longer.
let [low, high] = [0, 0]

const add = (part: number) => {
  low = Math.imul(low ^ part, 0x9e3779b1)
  high = Math.imul(high ^ part, 0x5f356495)
}

const addNumber = (number: number) => {
  add(number | 0)
  if (number > 0x7fffffff) add(number / 2 ** 32)
}

/** The hash of a value: with 52 bits, or with the lower 30 of them. Ids stand for references. */
export const hashOf = (value: Value, isWide: boolean): number => {
  low = 0x2c1b3c6d
  high = 0x297a2d39
  if (typeof value === 'string') for (let at = 0; at < value.length; at++) add(value.charCodeAt(at))
  else if (typeof value === 'number') addNumber(value)
  else if (value !== null) for (let at = 0; at < value.length; at++) addNumber(value[at] as number)
  // Values of different types differ.
  add(typeof value === 'string' ? 0x10001 : typeof value === 'number' ? 0x10002 : value === null ? 0x10003 : 0x10004)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b)
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35)
  low ^= high >>> 13
  high ^= low >>> 13
  return isWide ? (high >>> 12) * 2 ** 32 + (low >>> 0) : low >>> 2
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digits = new Uint8Array(128)
for (let digit = 0; digit < 64; digit++) digits[alphabet.charCodeAt(digit)] = digit
/** The numbers of characters of a hash with 52 and with 30 bits. */
export const [wide, narrow] = [9, 5]

// The text that is written. To join its parts would leave behind several objects for each of millions of records.
const written = Buffer.alloc(1_024)
let end = 0

export const writeCode = (code: number) => {
  written[end++] = code
}

const writeNarrow = (hash: number) => {
  for (let rest = hash, place = 0; place < narrow; place++, rest >>>= 6) writeCode(alphabet.charCodeAt(rest & 63))
}

export const writeHash = (hash: number, width: number) => {
  if (width === narrow) return writeNarrow(hash)
  writeNarrow(hash % bits30)
  for (let rest = Math.floor(hash / bits30), place = narrow; place < wide; place++, rest >>>= 6)
    writeCode(alphabet.charCodeAt(rest & 63))
}

/** Returns what was written since the last call. */
export const takeText = (): string => {
  const text = written.toString('latin1', 0, end)
  end = 0
  return text
}

const parseNarrow = (text: string, start: number): number => {
  let hash = 0
  for (let at = start + narrow - 1; at >= start; at--) hash = (hash << 6) | (digits[text.charCodeAt(at)] as number)
  return hash
}

export const parseHash = (text: string, start: number, width: number): number => {
  if (width === narrow) return parseNarrow(text, start)
  let upper = 0
  for (let at = start + wide - 1; at >= start + narrow; at--)
    upper = (upper << 6) | (digits[text.charCodeAt(at)] as number)
  return upper * bits30 + parseNarrow(text, start)
}
