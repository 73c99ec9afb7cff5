import type { Value } from '../../catalogue/resources.ts'

// Hashes of values, and how they are written: as digits to the base of 64, the lowest first.

const bits30 = 2 ** 30

/** Mixes a number into a hash of 32 bits: a step of MurmurHash3. */
const mix = (hash: number, number: number): number => {
  const mixed = Math.imul(hash ^ Math.imul(number, 0xcc9e2d51), 0x1b873593)
  return mixed ^ (mixed >>> 15)
}

/** The hash of an id or of ids. Ids stand for references. */
const hashOfNumbers = (value: number | readonly number[]): number => {
  if (typeof value === 'number') return mix(mix(1, value | 0), value / 2 ** 32)
  let hash = 2
  for (let at = 0; at < value.length; at++)
    hash = mix(mix(hash, (value[at] as number) | 0), (value[at] as number) / 2 ** 32)
  return hash
}

/** The hash of a value: a text with 52 bits if it is wide, any other value with 30. */
export const hashOf = (value: Value, isWide: boolean): number => {
  if (typeof value !== 'string') return value === null ? 0 : hashOfNumbers(value) >>> 2
  const hash = Bun.hash.xxHash32(value)
  return isWide ? (Bun.hash.xxHash32(value, 1) >>> 12) * 2 ** 32 + hash : hash >>> 2
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
