import { version } from '../../../package.json'
import type { Demo, DemoAccount } from '../../http/demo.ts'
import { sendPage } from '../../http/page.ts'
import { relativeRoot } from '../../http/paths.ts'
import { readAssets } from './assets.ts'

/**
 * Responds with the page. Its URLs are relative, since a proxy may serve it below another path. It shows the endpoints of the console only
 * with `?scope=all`: they double the time that the viewer takes for the document.
 * @param url - the URL of the request
 */
export const sendDocsPage = async (url: string, demo?: Demo): Promise<Response> => {
  const { viewerScript, viewerStyle, pageScript, pageStyle } = await readAssets()
  const root = relativeRoot(url)
  const folder = `${root}docs/`
  const scope = new URL(url).searchParams.get('scope') === 'all' ? 'all' : 'api'
  return sendPage({
    title: 'Music library API',
    head: `<link rel="stylesheet" href="${folder}${viewerStyle.name}">
<link rel="stylesheet" href="${folder}${pageStyle.name}">
<script defer src="${folder}${viewerScript.name}"></script>
<script defer src="${folder}${pageScript.name}"></script>`,
    body: `<header>
<h1>Music library API ${version}</h1>
<p id="without-token">To try a request, log in with <code>POST /api/login</code> or <code>POST /api/register</code> below, or give Authorize a token.</p>
<p id="account" role="status"></p>
<p>The <a id="document" href="${root}openapi.json?scope=${scope}">OpenAPI document</a> is for programs. ${otherScope[scope]}</p>
<noscript><p>This page needs JavaScript.</p></noscript>
</header>
${demo ? demoPanel(demo) : ''}<div id="viewer"></div>`,
    // Files and responses of its own origin, and the images inside the viewer's style sheet.
    allowed: ["script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"],
  })
}

/** The link to the other of two views, by the scope of the document that is shown. */
const otherScope = {
  api: '<a href="?scope=all">Show the endpoints of the console, too</a>',
  all: '<a href="?scope=api">Leave out the endpoints of the console</a>',
}

const demoPanel = ({ accounts, resetAt }: Demo) => {
  const reset = Bun.escapeHTML(resetAt())
  return `<section id="demo" aria-labelledby="demo-title">
<h2 id="demo-title">Demo</h2>
<p>${accounts.length > 0 ? 'Everybody may use these accounts. ' : ''}All changes are undone at <time datetime="${reset}">${reset}</time>.</p>
<ul>
${accounts.map(demoAccount).join('\n')}
</ul>
</section>
`
}

const demoAccount = (account: DemoAccount) => {
  const email = Bun.escapeHTML(account.email)
  const password = Bun.escapeHTML(account.password)
  const token = Bun.escapeHTML(account.token)
  return `<li>
<dl>
<dt>E-mail</dt><dd>${email}</dd>
<dt>Password</dt><dd>${password}</dd>
<dt>Token</dt><dd><code>${token}</code></dd>
</dl>
<button type="button" data-email="${email}" data-token="${token}">Use as ${email}</button>
</li>`
}
