import type { Session } from '../../client/index.ts'
import { client } from '../api/client.ts'

/** Logs in as the user whom the proxy names in its headers. */
export const logInByProxy = (): Promise<Session> => client.request('POST', '/console/api/proxy-login')
