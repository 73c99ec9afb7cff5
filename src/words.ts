/** Writes the first letter of a name in upper case. */
export const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Puts "a" or "an" before a name. */
export const withArticle = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

/** Joins names with commas, and the last one with another word. */
export const joinWords = (names: readonly string[], word = 'and'): string => {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} ${word} ${last}` : last
}
