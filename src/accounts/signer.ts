import type { Library } from '../library/library.ts'
import { createSecret } from './secrets.ts'

/** What a signature is for. One that was made for another purpose is not valid. */
type Purpose = 'guest' | 'cover'

/** Signs what clients send back, so that the library need not store it. */
export interface Signer {
  /** Returns a function that signs texts with a key that all nodes have now. The same text gets the same signature while the nodes are the same. */
  begin(purpose: Purpose): Promise<(text: string) => string>
  isValid(purpose: Purpose, text: string, signature: string): Promise<boolean>
  /** Makes all signatures of a library that has one server invalid. */
  reset(): void
}

/** A signature in base64url. */
export const signaturePattern = String.raw`[\w-]{43}`

/**
 * The key of a signature is the id of a node, which is random: all nodes of a library know the ids of the others, and nobody else does. A
 * file has one server, whose key is lost when it stops.
 */
export const createSigner = (nodeIds: Library['nodeIds']): Signer => {
  let ownKey = createSecret('', 32)
  let keys: readonly string[] = [ownKey]
  const readKeys = async () => {
    // Sorted, since the order of the nodes changes with each commit.
    if (nodeIds) keys = [...(await nodeIds()).sort(), ownKey]
  }
  const isSigned = (purpose: Purpose, text: string, signature: string) =>
    keys.some((key) => crypto.timingSafeEqual(Buffer.from(signature), Buffer.from(sign(purpose, text, key))))

  return {
    begin: async (purpose) => {
      await readKeys()
      const [key = ownKey] = keys
      return (text) => sign(purpose, text, key)
    },
    isValid: async (purpose, text, signature) => {
      if (isSigned(purpose, text, signature)) return true
      if (!nodeIds) return false
      // A node that has started since may have signed it.
      await readKeys()
      return isSigned(purpose, text, signature)
    },
    reset: () => {
      ownKey = createSecret('', 32)
      keys = [ownKey]
    },
  }
}

const sign = (purpose: Purpose, text: string, key: string) =>
  new Bun.CryptoHasher('sha256', key).update(`${purpose} ${text}`).digest('base64url')
