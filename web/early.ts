// Asks for what the first screen reads while the script of the console is on its way. On a slow line that saves the time of a round trip.
import { formatQuery } from '../client/search.ts'
import { defaultPageSize, lists } from './resources/lists.ts'
import { resourceNames } from './resources/names.ts'
import { consolePath, serviceUrl } from './serviceUrl.ts'
import { readStoredToken } from './session/storedToken.ts'

declare global {
  /** The responses, by URL and `Authorization`; undefined where a read has failed. Those that are taken are deleted. */
  var musicLibraryReads: Map<string, Promise<Response | undefined>> | undefined
}

const readEarly = () => {
  const reads: typeof globalThis.musicLibraryReads = new Map()
  const token = readStoredToken()
  if (token === null) return reads
  // The usual page of a list. Others are read by the screen.
  const resource = resourceNames.find(
    (name) => location.pathname === `${consolePath}/${name}` && location.search === '',
  )
  const page = resource && formatQuery({ sort: lists[resource].sorts[0], limit: defaultPageSize, offset: 0 })
  for (const path of ['/api/me', ...(page ? [`/search/${resource}?${page}`] : [])]) {
    const authorization = `Bearer ${token}`
    const response = fetch(serviceUrl(path), { headers: { authorization } }).catch(() => undefined)
    reads.set(`${serviceUrl(path)} ${authorization}`, response)
  }
  return reads
}

// If the script of the console was faster, it has read them itself.
globalThis.musicLibraryReads ??= readEarly()
