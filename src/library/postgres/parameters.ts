import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { ConnectionOptions } from './client.ts'

// The parameters after the ? of an address. Their names and values are those of libpq, which most tools and hosts write. See
// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const channelBindings = ['disable', 'prefer', 'require'] as const

type SslMode = (typeof sslModes)[number]

export type Parameters = {
  sslMode: SslMode
} & Pick<ConnectionOptions, 'tls' | 'channelBinding'>

/** A parameter that can't be used. The message is a sentence that says what to write. */
export class InvalidParameter extends Error {}

const known = ['sslmode', 'sslrootcert', 'channel_binding']

/**
 * Parses the parameters of an address. Without `sslmode`, the certificate is checked, unless the server is on this machine.
 * @throws InvalidParameter
 */
export const parseParameters = (search: URLSearchParams, isLocal: boolean): Parameters => {
  for (const name of search.keys())
    if (!known.includes(name))
      throw new InvalidParameter(
        `Its parameter ${/^\w+$/.test(name) ? `${name} ` : ''}is not understood. Leave it out. There are ${known.join(', ')}.`,
      )
  const sslMode = oneOf(search, 'sslmode', sslModes) ?? (isLocal ? 'disable' : 'verify-full')
  return {
    sslMode,
    tls: tlsOf(sslMode, search.get('sslrootcert')),
    channelBinding: oneOf(search, 'channel_binding', channelBindings),
  }
}

const oneOf = <Value extends string>(search: URLSearchParams, name: string, allowed: readonly Value[]) => {
  const text = search.get(name)
  if (text === null) return
  const value = allowed.find((candidate) => candidate === text)
  if (value === undefined) throw new InvalidParameter(`Give ${name} as one of ${allowed.join(', ')}.`)
  return value
}

const tlsOf = (sslMode: SslMode, rootCertificates: string | null): ConnectionOptions['tls'] => {
  if (sslMode === 'disable' || sslMode === 'require') {
    if (rootCertificates !== null)
      throw new InvalidParameter(`sslrootcert is not used with sslmode=${sslMode}. Give sslmode=verify-full with it.`)
    // `require` encrypts, and accepts every certificate.
    return sslMode === 'require' && { rejectUnauthorized: false }
  }
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the checks off.
  return { rejectUnauthorized: true, ...(rootCertificates !== null && { ca: readCertificates(rootCertificates) }) }
}

const readCertificates = (path: string) => {
  // The working directory of a service is not that of the person who writes the address.
  if (!isAbsolute(path)) throw new InvalidParameter('sslrootcert is not a full path. Give one that begins with /.')
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new InvalidParameter('The file that sslrootcert names cannot be read. Check its path, and who may read it.')
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new InvalidParameter('The file that sslrootcert names has no certificate. Give one in the PEM format.')
  return text
}
