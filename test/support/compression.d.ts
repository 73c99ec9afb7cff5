// The package has no types of its own.
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  const createCompression: () => (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  export default createCompression
}
