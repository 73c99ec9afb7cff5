import { textPaths } from './assets.ts'

/** The cookie in which the console stores the language that a user has chosen: web/texts/language.ts. */
const chosen = /(?:^|; )music-library-language=([a-z]+)/

/** The language of the page for a request: the one that its user has chosen, or the first of the browser's languages that the console has. */
export const findLanguage = ({ headers }: Request): string => {
  const preferred = (headers.get('accept-language') ?? '')
    .split(',')
    .map((item) => item.trim().slice(0, 2).toLowerCase())
  const tags = [chosen.exec(headers.get('cookie') ?? '')?.[1] ?? '', ...preferred]
  return tags.find((tag) => Object.hasOwn(textPaths, tag)) ?? 'en'
}
