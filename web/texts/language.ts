/** The languages, each with its own name for itself. Each has a file of texts beside this one. */
export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
] as const

export type Language = (typeof languages)[number]['tag']

const key = 'music-library language'

/** @param tag - a language tag such as `de-AT` */
const findLanguage = (tag: string | null) => languages.find((language) => language.tag === primaryTag(tag ?? ''))?.tag

const primaryTag = (tag: string) => tag.split('-')[0]?.toLowerCase()

/** The language of the console: the one that was chosen in this browser, or the first of the browser's own that the console has. */
export const language: Language =
  [localStorage.getItem(key), ...navigator.languages].map(findLanguage).find((found) => found !== undefined) ?? 'en'

/** For numbers and dates: the form of the language that the browser prefers, such as `de-AT`. */
export const locale = navigator.languages.find((tag) => primaryTag(tag) === language) ?? language

/** Stores the language, and loads the page again: all modules have read their texts. */
export const changeLanguage = (chosen: Language): void => {
  localStorage.setItem(key, chosen)
  location.reload()
}
