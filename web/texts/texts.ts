import type { en } from './en.ts'

/** The texts of a language. */
export type Texts = typeof en

declare global {
  /** The script of a language assigns it. The page has this script before the one of the console. */
  var musicLibraryTexts: Texts
}

/** The texts of the console, in the language of its user. A translation is another file beside en.ts, with the same members. */
export const texts: Texts = globalThis.musicLibraryTexts
