import { version } from '../../package.json'
import { sendPage } from './page.ts'
import { apiPath, normalizedPathOf, relativeRoot } from './paths.ts'
import { type PrefixOf, prefixHeader } from './prefix.ts'

interface StartPageOptions {
  /** Whether the console is served. */
  console: boolean
  /** Whether the page that documents the API, and the OpenAPI document, are served. */
  docs: boolean
  prefixOf: PrefixOf
}

/**
 * What a browser gets at `/` and `/api`, where there is nothing for programs: at `/` it is sent to the console, and where that is not
 * served, and at `/api`, it gets a page with links. Programs get no response here.
 * URLs are relative where no prefix is known: a proxy may serve this below a path that it does not tell.
 */
export const createStartPage =
  ({ console, docs, prefixOf }: StartPageOptions) =>
  (request: Request): Response | undefined => {
    const path = normalizedPathOf(request.url)
    if ((path !== '/' && path !== apiPath) || !wantsPage(request)) return
    const prefix = prefixOf(request)
    const root = prefix === '' ? relativeRoot(request.url) : `${prefix}/`
    if (path === '/' && console)
      return new Response(null, { status: 302, headers: { location: `${root}console`, vary } })
    return sendStartPage(root, prefix, { console, docs })
  }

/**
 * Whether a request comes from a browser that opens a page, and not from a program. All browsers then accept both types
 * without a weight, or text/html alone. The HTTP clients of programs name at most text/html among others in their defaults.
 */
const wantsPage = ({ method, headers }: Request) => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const accepted = (headers.get('accept') ?? '').toLowerCase()
  if (/^\s*text\/html\s*(;\s*charset=[\w-]+\s*)?$/.test(accepted)) return true
  const types = accepted.split(',').map((type) => type.trim())
  return types.includes('text/html') && types.includes('application/xhtml+xml')
}

const vary = `accept, ${prefixHeader}`

const style = `
:root { color-scheme: light dark; --text: #1c1d22; --muted: #5b5f6b; --link: #3730a3; --border: #d9dbe2; --background: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e7eb; --muted: #a3a7b3; --link: #a5b4fc; --border: #3a3d47; --background: #16171b }
}
body { margin: 0 auto; padding: 3rem 1.25rem; max-width: 36rem; background: var(--background); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.5rem }
p { margin: 0.25rem 0 1.75rem; color: var(--muted) }
ul { margin: 0 0 1.75rem; padding: 0; list-style: none; border-top: 1px solid var(--border) }
li { padding: 0.85rem 0; border-bottom: 1px solid var(--border); color: var(--muted) }
a { display: block; color: var(--link); font-weight: 600 }
`

const styleHash = new Bun.CryptoHasher('sha256').update(style).digest('base64')

const sendStartPage = (root: string, prefix: string, { console, docs }: Omit<StartPageOptions, 'prefixOf'>) => {
  const links = [
    ...(console ? [link(`${root}console`, 'Console', 'Browse and search the catalogue. Admins also change it.')] : []),
    ...(docs
      ? [
          link(`${root}docs`, 'Documentation of the API', 'All endpoints, with a login to try them.'),
          link(`${root}openapi.json`, 'OpenAPI document', 'The same for programs.'),
        ]
      : []),
  ]
  return sendPage(
    {
      title: 'music-library',
      head: `<style>${style}</style>`,
      body: `<main>
<h1>music-library</h1>
<p>A music catalogue service, version ${version}.</p>
${links.length > 0 ? `<ul>\n${links.join('\n')}\n</ul>\n` : ''}<p>Programs find the API below ${prefix}${apiPath}. Most requests need a token.</p>
</main>`,
      allowed: [`style-src 'sha256-${styleHash}'`, 'img-src data:'],
    },
    { vary },
  )
}

const link = (url: string, name: string, description: string) => `<li><a href="${url}">${name}</a>${description}</li>`
