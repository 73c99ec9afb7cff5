import { icon } from '../../http/icon.ts'
import { pageHeaders } from '../../http/securityHeaders.ts'
import type { Registration } from '../../security/authPolicy.ts'
import { entryUrl, styleUrl } from './assets.ts'

/** What the page is told by the server that sends it. web/settings.ts reads it. */
export interface PageSettings {
  version: string
  registration: Registration
  /** Accounts that everybody may use, and when all changes are undone; only a demo has them. */
  demo?: { accounts: { email: string; password: string }[]; reset_at: string }
}

/** What the page may load: files and responses of its own origin, drawn images, and styles with its nonce. */
const createPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Creates the page. It is the same for all paths of the console: its script reads the path. */
export const sendPage = (settings: PageSettings): Response => {
  const nonce = crypto.randomUUID()
  // `<` would end the element too early. In JSON it occurs only in texts.
  const json = JSON.stringify({ ...settings, nonce }).replaceAll('<', '\\u003c')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>music-library</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${styleUrl}">
<script type="module" src="${entryUrl}"></script>
</head>
<body>
<div id="root"></div>
<noscript>The console needs JavaScript. The API is below /api.</noscript>
<script type="application/json" id="settings">${json}</script>
</body>
</html>
`
  return new Response(html, { headers: pageHeaders(createPolicy(nonce)) })
}
