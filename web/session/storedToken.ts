// The token is kept in the browser, so that it survives a reload and is shared by all tabs.
const key = 'music-library token'

export const readStoredToken = (): string | null => localStorage.getItem(key)

export const storeToken = (token: string | undefined): void => {
  if (token === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, token)
}
