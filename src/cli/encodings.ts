// What a file that is no UTF-8 text is, and what to do with it.

/** Returns what a file is that begins with these bytes, with the command that makes it UTF-8 text; undefined if it may be that. */
export const identifyFormat = (bytes: Uint8Array, file: string): string | undefined => {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (first === 0x1f && second === 0x8b)
    return `is compressed with gzip. Unpack it: gunzip -c ${file} > catalogue-utf8.json`
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) return describeArchive(bytes, file)
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) return describeEncoding('UTF-16', 'UTF-16', file)
  // No JSON text begins with a byte 0 in UTF-8.
  if (bytes.length >= 2 && first === 0 && second !== 0) return describeEncoding('UTF-16', 'UTF-16BE', file)
  if (bytes.length >= 2 && first !== 0 && second === 0) return describeEncoding('UTF-16', 'UTF-16LE', file)
}

const describeEncoding = (name: string, iconvName: string, file: string) =>
  `is text in ${name}. Convert it: iconv -f ${iconvName} -t UTF-8 ${file} > catalogue-utf8.json`

/** How many bytes of an archive are searched for the names of its first files. */
const searchedBytes = 4_096

const describeArchive = (bytes: Uint8Array, file: string) => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, searchedBytes))
  return start.includes('[Content_Types].xml') || start.includes('xl/')
    ? 'is an Excel workbook. Save its sheet as CSV in UTF-8.'
    : `is a ZIP archive. Unpack it: unzip -p ${file} > catalogue-utf8.json`
}

/** Describes the first byte of a text that is not UTF-8. */
export const describeInvalidByte = (bytes: Uint8Array, file: string): string => {
  const offset = findInvalidByte(bytes)
  const lineStart = bytes.lastIndexOf(0x0a, offset - 1) + 1
  const line = countNewlines(bytes, lineStart) + 1
  const column = new TextDecoder().decode(bytes.subarray(lineStart, offset)).length + 1
  const byte = bytes.subarray(offset, offset + 1)
  const character = new TextDecoder('windows-1252').decode(byte)
  const code = byte.toHex().toUpperCase()
  return `is not UTF-8 text: line ${line}, column ${column} has the byte ${code}. It is ${JSON.stringify(character)} in Windows-1252. If that is right, convert it: iconv -f WINDOWS-1252 -t UTF-8 ${file} > catalogue-utf8.json`
}

/** How many bytes are searched at a time. */
const blockBytes = 65_536

/** The offset of the first byte that is not UTF-8, in bytes that have one. */
const findInvalidByte = (bytes: Uint8Array): number => {
  let start = 0
  for (;;) {
    const end = startOfCharacter(bytes, start + blockBytes)
    if (!isValid(bytes.subarray(start, end)) || end >= bytes.length) break
    start = end
  }
  while (start < bytes.length) {
    const length = [1, 2, 3, 4].find((length) => isValid(bytes.subarray(start, start + length)))
    if (length === undefined) return start
    start += length
  }
  return start
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const isValid = (bytes: Uint8Array) => {
  try {
    decoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The offset of a character near an offset: none of its bytes but the first may be a continuation byte. */
const startOfCharacter = (bytes: Uint8Array, offset: number): number => {
  let at = offset
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return at
}

const countNewlines = (bytes: Uint8Array, end: number): number => {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < end; at = bytes.indexOf(0x0a, at + 1)) count++
  return count
}
