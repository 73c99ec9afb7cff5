/** The encodings of texts in ID3v2, by their number. */
const encodings = ['latin1', 'utf-16le', 'utf-16be', 'utf-8'] as const

/** The texts of a frame, which are separated by NUL. The first byte is the encoding. */
export const decodeTexts = (bytes: Uint8Array): string[] => {
  const encoding = encodings[bytes[0] ?? 0]
  if (encoding === undefined) return []
  // A text in UTF-16 may have a byte order mark of its own.
  return decode(bytes.subarray(1), encoding)
    .replace(/\0+$/, '')
    .split('\0')
    .map((text) => text.replace(/^\ufeff/, ''))
}

const decode = (bytes: Uint8Array, encoding: (typeof encodings)[number]) => {
  const isBigEndian = encoding === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff
  return new TextDecoder(isBigEndian ? 'utf-16be' : encoding, { ignoreBOM: true }).decode(bytes)
}

/** Removes the zero bytes that unsynchronisation adds after each 0xff. */
export const removeUnsynchronisation = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff)
