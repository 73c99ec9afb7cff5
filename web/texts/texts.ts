import { en } from './en.ts'

/** The texts of a language. */
export type Texts = typeof en

/** The texts of the console. A translation is another file beside en.ts, with the same members. */
export const texts: Texts = en
