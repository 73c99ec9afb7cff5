/** What is read as a control character: one that XML allows, so that the value gets the note of such characters. */
const control = '\u0080'

const replacement = '\ufffd'

/**
 * Replaces characters that XML does not allow, so that one of them does not make the whole file unreadable. A character of which a program
 * has written both halves (surrogates) as references becomes one.
 */
export function* replaceForbidden(chunks: Iterable<string>): Generator<string> {
  let rest = ''
  for (const chunk of chunks) {
    const text = rest + chunk
    // No reference has this character, so that none is cut.
    const end = text.lastIndexOf('<')
    rest = text.slice(Math.max(end, 0))
    if (end > 0) yield replaceIn(text.slice(0, end))
  }
  yield replaceIn(rest)
}

const replaceIn = (text: string): string =>
  text
    .replaceAll(/&#(?:x([\da-f]{1,8})|(\d{1,10}));/gi, (reference, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      if (code > 0x10ffff || code === 0xfffe || code === 0xffff) return replacement
      if (code >= 0xd800 && code < 0xe000) return String.fromCharCode(code)
      return code < 32 && ![9, 10, 13].includes(code) ? control : reference
    })
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML does not allow.
    .replaceAll(/[\0-\x08\v\f\x0e-\x1f]/g, control)
    .replaceAll(/[\ufffe\uffff]/g, replacement)
