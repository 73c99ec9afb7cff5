import type { Registration } from '../../accounts/authPolicy.ts'
import { sendPage } from '../../http/page.ts'
import { earlyPath, entryPath, stylePath, textPaths } from './assets.ts'

/** What the page is told by the server that sends it. web/settings.ts reads it. */
export interface PageSettings {
  version: string
  registration: Registration
  /** Whether there is no admin yet, and the server has printed a code with which one can be made. */
  needs_setup: boolean
  /** Whether anybody has an account. */
  has_users: boolean
  /** Whether the page may show the catalogue without a login. */
  guest: boolean
  /** The user whom a trusted proxy names, and whom the page can log in. */
  proxy_login?: { email: string }
  /** Accounts that everybody may use, and when all changes are undone; only a demo has them. */
  demo?: { accounts: { email: string; password: string }[]; reset_at: string }
}

/** What is shown until the script has rendered a screen: the page needs nothing else for it. Browsers draw what stands before a style sheet while they load it. */
const splash = `<div class="splash"><svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4240bb"/><circle cx="16" cy="16" r="10" fill="#fff"/><circle cx="16" cy="16" r="3.5" fill="#4240bb"/></svg>music-library</div>`

const splashStyle =
  '.splash{display:flex;flex-direction:column;gap:12px;align-items:center;justify-content:center;height:100vh;font:600 20px system-ui,sans-serif}.splash:has(~#root :is(main,form,h1)){display:none}'

/**
 * Creates the page. It is the same for all paths of the console: its script reads the path, and finds the root of the service by its own
 * URL (web/serviceUrl.ts).
 * @param root - a relative reference to the root of the service
 * @param language - one that `findLanguage` has found
 */
export const sendConsolePage = (root: string, settings: PageSettings, language: string): Response => {
  const nonce = crypto.randomUUID()
  // `<` would end the element too early. In JSON it occurs only in texts.
  const json = JSON.stringify({ ...settings, nonce }).replaceAll('<', '\\u003c')
  return sendPage({
    title: 'music-library',
    language,
    head: `<script type="module" async src="${root}${earlyPath}"></script>
<script type="module" src="${root}${textPaths[language]}"></script>
<script type="module" src="${root}${entryPath}"></script>
<style nonce="${nonce}">${splashStyle}</style>`,
    body: `${splash}
<link rel="stylesheet" href="${root}${stylePath}">
<div id="root"></div>
<noscript>The console needs JavaScript. <a href="${root}api">The API</a> does not.</noscript>
<script type="application/json" id="settings">${json}</script>`,
    // Files and responses of its own origin, drawn images, and styles with its nonce.
    allowed: [
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
    ],
  })
}

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
