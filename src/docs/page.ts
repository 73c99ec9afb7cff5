import type { Demo, DemoAccount } from '../http/demo.ts'
import { pathOf } from '../http/paths.ts'
import { readAssets } from './assets.ts'

/**
 * Creates the page. Its URLs are relative, since a proxy may serve it below another path.
 * @param url - the URL of the request; a slash at the end of its path makes relative URLs begin one folder deeper
 */
export const createPage = async (url: string, demo?: Demo): Promise<string> => {
  const { viewerScript, viewerStyle, pageScript, pageStyle } = await readAssets()
  const [root, folder] = pathOf(url).endsWith('/') ? ['../', ''] : ['', 'docs/']
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Music library API</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${folder}${viewerStyle.name}">
<link rel="stylesheet" href="${folder}${pageStyle.name}">
<script defer src="${folder}${viewerScript.name}"></script>
<script defer src="${folder}${pageScript.name}"></script>
</head>
<body>
<header>
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
${demo ? demoPanel(demo) : ''}<div id="viewer"></div>
</body>
</html>
`
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='8' fill='%232457a6'/%3E%3Ccircle cx='8' cy='8' r='2.5' fill='%23fff'/%3E%3C/svg%3E"

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
