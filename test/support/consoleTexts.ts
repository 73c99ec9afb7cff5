import { join } from 'node:path'

/** The texts of a language, of which tests call these. */
export interface Texts {
  audit: { event(action: string, one: string): [string, string] }
  errors: { ofServer(sentence: string): string }
}

const root = join(import.meta.dir, '../..')

/** The texts of a language, as its script assigns them in a browser. */
export const loadTexts = async (language: 'de' | 'en'): Promise<Texts> => {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, `web/texts/${language}.ts`)],
    format: 'iife',
    define: { 'import.meta.url': '"http://127.0.0.1/console/assets/de.js"' },
  })
  const page = { documentElement: { lang: language } }
  const scope: { musicLibraryTexts?: Texts } = {}
  new Function('document', 'navigator', 'globalThis', await (outputs[0]?.text() ?? ''))(page, { languages: [] }, scope)
  return scope.musicLibraryTexts as Texts // the script has assigned it
}

/** All texts by their paths, those that are made of others as the source of their functions. */
export const flattenTexts = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, member]) => flattenTexts(member, `${path}.${key}`))
  return value === undefined ? [] : [[path.slice(1), String(value)]]
}

/** Names, and words that German has, too. */
export const sameInGerman = new Set([
  ...['Name', 'Label', 'Labels', 'Genre', 'Genres', 'Album', 'Single', 'EP', 'Cover', 'CSV', 'SHA-256', 'Proxy'],
  ...[
    'Admin',
    'Token',
    'Tokens',
    'Likes',
    'Status',
    'Import',
    'Person',
    'Download',
    'Navigation',
    'music-library',
    '/srv/music',
  ],
  ...[
    '⌘K',
    'sudo journalctl -u music-library',
    'docker logs music-library',
    'A1\tSo What\t9:22\nA2\tFreddie Freeloader\t9:46',
  ],
])
