/** The members of bodies and the parameters that have secrets: what is shown of a request leaves their values out. */
export const secretMembers: readonly string[] = [
  ...['password', 'password_confirmation', 'current_password', 'password_hash'],
  ...['token', 'access_token', 'invitation', 'code'],
]

/** Creates a secret that can't be guessed: a prefix, then random bytes in base64url. */
export const createSecret = (prefix: string, bytes: number): string =>
  prefix + Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')

/** The form in which a secret is stored. It is random, so a hash that is fast to compute protects it. */
export const hashSecret = (secret: string): string => Bun.CryptoHasher.hash('sha256', secret, 'hex')
