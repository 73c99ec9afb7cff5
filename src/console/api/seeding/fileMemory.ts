import type { BodyLimits } from '../../../http/readBody.ts'

/** A file that takes memory until it is disposed of. */
export interface FileInMemory extends Disposable, Required<Pick<BodyLimits, 'takeMemory' | 'onChunk'>> {
  /** Called when the whole file is there: from then on it keeps its memory. */
  hasArrived(): void
}

/**
 * Limits the memory of catalogue files: of those that arrive, wait and are seeded. When all is used, the file that has made no
 * progress for the longest time loses its memory to one that arrives. So files that are held back keep no others away.
 */
export const createFileMemory = (maxBytes: number) => {
  /** The files that are arriving, the one with the latest progress last. */
  const arriving = new Set<{ bytes: number; revoke: () => void }>()
  let used = 0

  const add = (): FileInMemory => {
    const file = { bytes: 0, revoke: () => {} }
    arriving.add(file)
    const release = () => {
      arriving.delete(file)
      used -= file.bytes
      file.bytes = 0
    }
    return {
      takeMemory: (_, bytes, revoke) => {
        file.revoke = () => {
          release()
          revoke()
        }
        for (const other of arriving) {
          if (used + bytes <= maxBytes) break
          if (other !== file && other.bytes > 0) other.revoke()
        }
        if (used + bytes > maxBytes) return undefined
        used += bytes
        file.bytes += bytes
        // All of it is released at the end, since the file is used after its body was read.
        return { release: () => {} }
      },
      onChunk: () => {
        if (arriving.delete(file)) arriving.add(file)
      },
      hasArrived: () => void arriving.delete(file),
      [Symbol.dispose]: release,
    }
  }
  return { add }
}
