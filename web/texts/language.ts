import { consolePath } from '../serviceUrl.ts'

/** The languages, each with its own name for itself. The texts of each are in a file beside this one, which has the name of the tag. */
export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
] as const

export type Language = (typeof languages)[number]['tag']

/** The language of the page, which the server has chosen: by the cookie below, or by what the browser prefers. */
export const language = document.documentElement.lang

/** For numbers and dates: the form of the language that the browser prefers, such as `de-AT`. */
export const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language

/** Stores the language, and loads the page in it. The cookie says nothing but the language. */
export const changeLanguage = (tag: Language): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where the page is served without TLS.
  document.cookie = `music-library-language=${tag}; Path=${consolePath}; Max-Age=31536000; SameSite=Lax`
  location.reload()
}
