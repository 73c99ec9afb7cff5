import { consolePath } from '../serviceUrl.ts'

// The token is kept in the browser, so that it survives a reload and is shared by all tabs. An origin may have several services, each
// below a path of its own: none may get the token of another one.
const key = `music-library token${consolePath === '/console' ? '' : ` ${consolePath}`}`

/** Is there in a tab from a logout to the next login. */
const loggedOutKey = 'music-library logged out'

export const readStoredToken = (): string | null => localStorage.getItem(key)

export const storeToken = (token: string): void => {
  localStorage.setItem(key, token)
  sessionStorage.removeItem(loggedOutKey)
}

/** Forgets the token at a logout. */
export const removeToken = (): void => {
  localStorage.removeItem(key)
  sessionStorage.setItem(loggedOutKey, 'yes')
}

/** Whether this tab has logged out. Then only the user logs in again, and not the page by itself. */
export const hasLoggedOut = (): boolean => sessionStorage.getItem(loggedOutKey) !== null

/**
 * Calls a function when another tab has logged in or out. Returns what ends this.
 * @param onChange - gets the new token; null after a logout
 */
export const followStoredToken = (onChange: (token: string | null) => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    // Without a key, the whole storage was cleared.
    if (event.key === key || event.key === null) onChange(readStoredToken())
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}
