import { createClient } from '../../client/index.ts'
import type {} from '../early.ts'
import { serviceUrl } from '../serviceUrl.ts'
import { fetchAsGuest } from '../session/guest.ts'
import { askForPassword } from '../session/passwordRequest.ts'
import { readStoredToken } from '../session/storedToken.ts'

globalThis.musicLibraryReads ??= new Map()
const earlyReads = globalThis.musicLibraryReads

/** Takes the response to a read that has been sent before the console was there, or sends the request. */
const fetchOnce = async (request: Request): Promise<Response> => {
  const key = `${request.url} ${request.headers.get('authorization')}`
  const response = request.method === 'GET' ? await earlyReads.get(key) : undefined
  earlyReads.delete(key)
  return response ?? fetchAsGuest(request)
}

/** The client of all screens. When the session has ended, requests wait until the user has entered the password. */
export const client = createClient({
  baseUrl: serviceUrl('/api'),
  token: readStoredToken(),
  fetch: fetchOnce,
  onUnauthenticated: askForPassword,
})
