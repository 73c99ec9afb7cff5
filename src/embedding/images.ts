import type { Instant } from '../library/clock.ts'

/** A library that was created before, which further ones are copies of. */
export interface Image {
  bytes: Uint8Array
  /** The instant of the next write, if the library has a clock of its own. */
  now: Instant | undefined
}

/** How many images are kept. A test suite has a few kinds of libraries. */
const maxImages = 8

/** Larger images are not kept, in bytes: to create such a library takes long, and it is not what tests do. */
const maxImageBytes = 33_554_432

const images = new Map<string, Promise<Image>>()

/**
 * Returns the image of a library, which is created once for each key.
 * @param contents - everything that the image depends on. Only its hash is kept, since passwords are among it
 */
export const imageOf = (contents: readonly (string | undefined)[], create: () => Promise<Image>): Promise<Image> => {
  const key = new Bun.CryptoHasher('sha256').update(JSON.stringify(contents)).digest('base64')
  const known = images.get(key)
  if (known) return known
  const image = create()
  images.set(key, image)
  const forget = () => void (images.get(key) === image && images.delete(key))
  image.then(({ bytes }) => bytes.length > maxImageBytes && forget(), forget)
  for (const [oldest] of images) if (images.size > maxImages) images.delete(oldest)
  return image
}
