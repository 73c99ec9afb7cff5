/** What is read as a control character: one that XML allows, so that the value gets the note of such characters. */
const control = '\u0080'

const replacement = '\ufffd'

/**
 * Replaces characters that XML does not allow, so that one of them does not make the whole file unreadable. A character of which a program
 * has written both halves (surrogates) as references becomes one.
 * @param onJoined - called for such a character, with the number of lines between it and the end of what was yielded
 */
export function* replaceForbidden(
  chunks: Iterable<string>,
  onJoined: (lines: number) => void,
): Generator<string, void, undefined> {
  let rest = ''
  for (const chunk of chunks) {
    const text = rest + chunk
    // No reference has this character, so that none is cut.
    const end = text.lastIndexOf('<')
    rest = text.slice(Math.max(end, 0))
    if (end > 0) yield replaceIn(text.slice(0, end), onJoined)
  }
  yield replaceIn(rest, onJoined)
}

const replaceIn = (text: string, onJoined: (lines: number) => void): string => {
  let [counted, lines] = [0, 0]
  return (
    text
      .replaceAll(/(?:&#(?:x[\da-f]{1,8}|\d{1,10});)+/gi, (references, offset: number) => {
        const read = references.replaceAll(/&#(x?)(\w+);/gi, readReference).toWellFormed()
        if (!/[\u{10000}-\u{10ffff}]/u.test(read)) return read
        lines += text.slice(counted, offset).split('\n').length - 1
        counted = offset
        onJoined(lines)
        return read
      })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML does not allow.
      .replaceAll(/[\0-\x08\v\f\x0e-\x1f]/g, control)
      .replaceAll(/[\ufffe\uffff]/g, replacement)
  )
}

/** What takes the place of a reference: one half of a character, a replacement, or the reference itself. */
const readReference = (reference: string, hex: string, digits: string): string => {
  const code = Number.parseInt(digits, hex === '' ? 10 : 16)
  if (code > 0x10ffff || code === 0xfffe || code === 0xffff) return replacement
  if (code >= 0xd800 && code < 0xe000) return String.fromCharCode(code)
  return code < 32 && ![9, 10, 13].includes(code) ? control : reference
}
