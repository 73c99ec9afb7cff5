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
export const quoteVisibly = (text: string): string =>
  JSON.stringify(text).replace(invisible, (character) =>
    Array.from(
      { length: character.length },
      (_, n) => `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
