import { consolePath } from '../serviceUrl.ts'

/** The page that makes the first admin. Its server prints it with a one-time code after a `#`. */
export const setupPath = `${consolePath}/setup`

export const isSetupPath = (): boolean => location.pathname.replace(/\/$/, '') === setupPath

/** Returns the code in a URL, or in a text that is one; '' if there is none. */
export const parseSetupCode = (text: string): string => text.slice(text.lastIndexOf('#') + 1).trim()

/** Takes the code out of the address, and out of the history of the browser. Returns '' if there is none. */
export const takeSetupCode = (): string => {
  const code = parseSetupCode(location.hash)
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return code
}
