/** The JSON escapes of the UTF-16 code units of a character, such as `\u001b`. */
const escapeCharacter = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, n) => `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`,
  ).join('')

/**
 * Control characters, and the characters that change the direction of text or end a line: in a terminal or a log they
 * could hide text, or look like another line.
 */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Replaces these characters by their JSON escapes. Text from clients and files may contain them. */
export const escapeControls = (text: string): string => text.replace(controls, escapeCharacter)

/** What no font shows: format characters, those that are ignored where they are not supported, and the Braille pattern without dots. */
const invisibleClass = '\\p{Default_Ignorable_Code_Point}\\p{Cf}\\u2800'

const visible = new RegExp(`[^\\p{White_Space}${invisibleClass}]`, 'u')

/** Whether a text has a character that can be seen. */
export const isVisible = (text: string): boolean => visible.test(text)

const invisible = new RegExp(`[${invisibleClass}]`, 'gu')

/** Whether a text has a character that can't be seen and is no space. */
export const hasInvisible = (text: string): boolean => text.search(invisible) >= 0

export const removeInvisible = (text: string): string => text.replace(invisible, '')

/** Quotes a text as JSON, with escapes for what can't be seen, such as `\u200b`. */
export const quoteVisibly = (text: string): string => JSON.stringify(text).replace(invisible, escapeCharacter)

/** Quotes a path for a POSIX shell, where it needs quotes. */
export const quoteForShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
