import { bearer } from '@elysiajs/bearer'
import { Elysia } from 'elysia'

/** No query string and no body has a member with this name: the plugin reads tokens from the header alone. */
const nowhere = Symbol('nowhere') as unknown as string // the plugin's type knows only names

/** One token after the scheme, which is matched without regard to case (RFC 9110, 11.1). */
const authorization = /^bearer +(\S+)$/i

/**
 * Adds `bearer`, the token of the `Authorization` header, to the context; undefined for a missing or malformed header.
 *
 * `@elysiajs/bearer` accepts the scheme only as "Bearer", and takes everything after it as the token. So the header is
 * normalized first.
 */
export const bearerToken = () =>
  new Elysia({ name: 'bearer-token' })
    .onTransform({ as: 'global' }, ({ headers }) => {
      const token = authorization.exec(headers.authorization ?? '')?.[1]
      if (token === undefined) delete headers.authorization
      else headers.authorization = `Bearer ${token}`
    })
    .use(bearer({ extract: { header: 'Bearer', query: nowhere, body: nowhere } }))
