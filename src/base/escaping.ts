/**
 * Control characters, and the characters that change the direction of text or end a line: in a terminal or a log they
 * could hide text, or look like another line.
 */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Replaces these characters by their JSON escapes, such as `\u001b`. Text from clients and files may contain them. */
export const escapeControls = (text: string): string =>
  text.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Quotes a path for a POSIX shell, where it needs quotes. */
export const quoteForShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
