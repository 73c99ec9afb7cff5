import { consolePath } from '../serviceUrl.ts'

// Codes that are sent in a URL after a `#`, which browsers send to no server. They are taken out of the address at once.

/** The page that makes the first admin. Its server prints it with a one-time code. */
export const setupPath = `${consolePath}/setup`

/** The page that creates an account with the code of an invitation. */
export const registerPath = `${consolePath}/register`

export const isAt = (path: string): boolean => location.pathname.replace(/\/$/, '') === path

/** Returns the code in a URL, or in a text that is one; '' if there is none. */
export const parseCode = (text: string): string => text.slice(text.lastIndexOf('#') + 1).trim()

/** Takes the code out of the address, and out of the history of the browser. Returns '' if there is none. */
export const takeCode = (): string => {
  const code = parseCode(location.hash)
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
