import type { Client, ClientResponse } from './client.ts'

/** Sends a request to an endpoint of the console. @param path - below `/console/api` */
export const sendToConsole = (client: Client, method: string, path: string, body?: unknown): Promise<ClientResponse> =>
  // The paths of a client are below /api.
  client.send(method, `/../console/api${path}`, {
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
