import type { en } from './en.ts'
import { language } from './language.ts'

/** The texts of a language. */
export type Texts = typeof en

/** The texts of the console, in the language of its user. A translation is another file beside en.ts, with the same members. */
export let texts: Texts

const files = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}

/** Loads the texts of one language. Called once, before any other module is loaded. */
export const loadTexts = async (): Promise<void> => {
  document.documentElement.lang = language
  texts = await files[language]()
}
