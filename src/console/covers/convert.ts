import { errorCode } from '../../base/errors.ts'
import type { Bytes } from '../../http/cachedResponse.ts'
import { firstFrameOf } from './animatedWebp.ts'

/** How files of the formats begin that are read. The decoder knows others, too, and some of them by a library of the system. */
const starts = ['\xff\xd8\xff', '\x89PNG\r\n', 'GIF87a', 'GIF89a']

const maxPixels = 40_000_000

/** A WebP takes twice as much memory for each pixel. */
const maxPixelsOfWebp = maxPixels / 2

/** Pictures with more pixels are converted one after another: each takes up to 180 MB. */
const largePixels = 8_000_000

type RunAlone = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Makes a WebP that fits in a square of this size. It is decoded and encoded outside of the thread of JavaScript.
 * @param runAlone - runs the conversion of a large picture
 * @returns undefined for what is no picture
 */
export const convertCover = async (source: Bytes, size: number, runAlone: RunAlone): Promise<Bytes | undefined> => {
  const start = Buffer.from(source.subarray(0, 12)).toString('latin1')
  const isWebp = start.startsWith('RIFF') && start.endsWith('WEBP')
  if (!isWebp && !starts.some((bytes) => start.startsWith(bytes))) return
  const image = new Bun.Image(isWebp ? firstFrameOf(source) : source, {
    maxPixels: isWebp ? maxPixelsOfWebp : maxPixels,
  })
  try {
    const { width, height } = await image.metadata()
    const convert = () =>
      image.resize(size, size, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }).bytes()
    const bytes = await (width * height > largePixels ? runAlone(convert) : convert())
    return bytes as Bytes // never a SharedArrayBuffer
  } catch (error) {
    if (errorCode(error).startsWith('ERR_IMAGE_')) return
    throw error
  }
}
