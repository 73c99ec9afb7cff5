import { createClient } from '../../client/index.ts'
import { serviceUrl } from '../serviceUrl.ts'
import { fetchAsGuest } from '../session/guest.ts'
import { askForPassword } from '../session/passwordRequest.ts'
import { readStoredToken } from '../session/storedToken.ts'

/** The client of all screens. When the session has ended, requests wait until the user has entered the password. */
export const client = createClient({
  baseUrl: serviceUrl('/api'),
  token: readStoredToken(),
  fetch: fetchAsGuest,
  onUnauthenticated: askForPassword,
})
