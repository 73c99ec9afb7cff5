/** What the server has written into the page (src/console/page/page.ts). */
interface PageSettings {
  version: string
  registration: 'open' | 'invite' | 'closed'
  needs_setup: boolean
  has_users: boolean
  /** Whether the server has a folder of pictures. */
  covers: boolean
  /** Whether the catalogue may be shown without a login. */
  guest: boolean
  proxy_login?: { email: string }
  demo?: { accounts: { email: string; password: string }[]; reset_at: string }
  /** The nonce of the page's style elements. */
  nonce: string
}

export const settings: PageSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}')

declare global {
  /** The build replaces it. */
  const process: { env: { NODE_ENV: 'development' | 'production' } }
}
