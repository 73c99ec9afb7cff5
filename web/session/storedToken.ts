import { consolePath } from '../serviceUrl.ts'

// The token is kept in the browser, so that it survives a reload and is shared by all tabs. An origin may have several services, each
// below a path of its own: none may get the token of another one.
const key = `music-library token${consolePath === '/console' ? '' : ` ${consolePath}`}`

export const readStoredToken = (): string | null => localStorage.getItem(key)

export const storeToken = (token: string | undefined): void => {
  if (token === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, token)
}
