/** Where the first byte is that is not UTF-8, its code in hexadecimal digits, and its character in Windows-1252. */
export interface InvalidByte {
  line: number
  column: number
  code: string
  character: string
}

/** Finds the first byte that is not UTF-8, in bytes that have one. */
export const findInvalidByte = (bytes: Uint8Array): InvalidByte => {
  const search = searchInvalidByte(bytes)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

/** How many bytes are searched at a time. */
const blockBytes = 65_536

/** Searches the bytes. Yields after each block. */
export function* searchInvalidByte(bytes: Uint8Array): Generator<undefined, InvalidByte> {
  let [start, line, column] = [0, 1, 1]
  const skip = (end: number): boolean => {
    const text = decodeValid(bytes.subarray(start, end))
    if (text === undefined) return false
    for (let at = start; at < end; at++) if (bytes[at] === 0x0a) line++
    const newline = text.lastIndexOf('\n')
    column = newline < 0 ? column + text.length : text.length - newline
    start = end
    return true
  }
  while (start + blockBytes < bytes.length && skip(startOfCharacter(bytes, start + blockBytes))) yield
  while (start < bytes.length && [1, 2, 3, 4].some((length) => skip(Math.min(start + length, bytes.length))));
  const byte = bytes.subarray(start, start + 1)
  return { line, column, code: byte.toHex().toUpperCase(), character: new TextDecoder('windows-1252').decode(byte) }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns undefined for bytes that are not UTF-8. */
const decodeValid = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return
  }
}

/** The offset of a character near an offset: none of its bytes but the first may be a continuation byte. */
const startOfCharacter = (bytes: Uint8Array, offset: number): number => {
  const isContinuation = (at: number) => at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80
  // No character has more of them.
  const end = [0, 1, 2, 3].find((more) => !isContinuation(offset + more))
  return offset + (end ?? 0)
}
