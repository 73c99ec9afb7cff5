import type { Demo, DemoAccount } from '../http/demo.ts'
import { sendPage } from '../http/page.ts'
import { pathOf } from '../http/paths.ts'
import { readAssets } from './assets.ts'

/**
 * Responds with the page. Its URLs are relative, since a proxy may serve it below another path.
 * @param url - the URL of the request; a slash at the end of its path makes relative URLs begin one folder deeper
 */
export const sendDocsPage = async (url: string, demo?: Demo): Promise<Response> => {
  const { viewerScript, viewerStyle, pageScript, pageStyle } = await readAssets()
  const [root, folder] = pathOf(url).endsWith('/') ? ['../', ''] : ['', 'docs/']
  return sendPage({
    title: 'Music library API',
    head: `<link rel="stylesheet" href="${folder}${viewerStyle.name}">
<link rel="stylesheet" href="${folder}${pageStyle.name}">
<script defer src="${folder}${viewerScript.name}"></script>
<script defer src="${folder}${pageScript.name}"></script>`,
    body: `<header>
<div class="bar">
<h1>Music library API</h1>
<form id="login">
<label>E-mail <input id="email" type="email" autocomplete="username" required></label>
<label>Password <input id="password" type="password" autocomplete="current-password" required></label>
<button>Log in</button>
</form>
<div id="session" hidden>
<p id="account"></p>
<button id="logout" type="button">Log out</button>
</div>
<p id="message" role="alert"></p>
<p class="note">Log in to try the requests. The <a id="document" href="${root}openapi.json">OpenAPI document</a> is for programs.</p>
<noscript><p class="note">This page needs JavaScript.</p></noscript>
</div>
</header>
${demo ? demoPanel(demo) : ''}<div id="viewer"></div>`,
    // Files and responses of its own origin, and the images inside the viewer's style sheet.
    allowed: ["script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"],
  })
}

const demoPanel = ({ accounts, resetAt }: Demo) => {
  const reset = Bun.escapeHTML(resetAt())
  return `<section id="demo" aria-labelledby="demo-title">
<h2 id="demo-title">Demo</h2>
<p>Everybody may use these accounts. All changes are undone at <time datetime="${reset}">${reset}</time>.</p>
<ul>
${accounts.map(demoAccount).join('\n')}
</ul>
</section>
`
}

const demoAccount = (account: DemoAccount) => {
  const email = Bun.escapeHTML(account.email)
  const password = Bun.escapeHTML(account.password)
  return `<li>
<dl>
<dt>E-mail</dt><dd>${email}</dd>
<dt>Password</dt><dd>${password}</dd>
<dt>Token</dt><dd><code>${Bun.escapeHTML(account.token)}</code></dd>
</dl>
<button type="button" data-email="${email}" data-password="${password}">Log in as ${email}</button>
</li>`
}
