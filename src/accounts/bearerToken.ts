import { bearer } from '@elysiajs/bearer'
import { Elysia } from 'elysia'

/** A name that no member of a query string or body has: with it the plugin reads tokens from the header alone. */
const noMember = Symbol('no member') as unknown as string // the plugin's type allows only strings

/** The scheme, whose case does not matter (RFC 9110, 11.1), and one token. */
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
    .use(bearer({ extract: { header: 'Bearer', query: noMember, body: noMember } }))
