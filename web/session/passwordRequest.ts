/** Returns the token of a new session; undefined if the user logs out instead. */
type Ask = () => Promise<string | undefined>

let ask: Ask = async () => undefined

/** Sets what is called when the session has ended. The provider of the session does this. */
export const setPasswordRequest = (newAsk: Ask): void => {
  ask = newAsk
}

/** Asks the user for the password, since the server no longer knows the token. */
export const askForPassword: Ask = () => ask()
