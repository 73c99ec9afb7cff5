import { ClientDisconnected } from '../../base/errors.ts'
import { coverBytesOf } from '../../base/limits.ts'
import { createBuilds } from '../../cache/builds.ts'
import { createLru } from '../../cache/lru.ts'
import type { Bytes } from '../../http/cachedResponse.ts'
import { createPlaces, type LongWork } from '../../library/longWork.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type CoverFile, findCoverFile, readCoverFile } from './coverFile.ts'

/** How many pictures are converted at the same time. */
const maxConversions = 2

interface Converted {
  /** Undefined if the file is no picture: to find that out again would take as long. */
  webp: Bytes | undefined
}

/** The memory of an entry without its bytes, in bytes. */
const entryBytes = 400

/** Finds and converts the pictures in the folder for covers. */
export const createCovers = ({ coverFolder, limits }: Pick<ConsoleDeps, 'coverFolder' | 'limits'>) => {
  const converted = createLru<Converted>(
    coverBytesOf(limits.cacheBytes),
    ({ webp }) => entryBytes + (webp?.length ?? 0),
  )
  const builds = createBuilds<Converted>()
  const places = createPlaces(maxConversions)
  const placeOfLarge = createPlaces(1)

  const convert = async (folder: string, coverPath: string, file: CoverFile, size: number, work: LongWork) => {
    const source = await readCoverFile(folder, coverPath, file)
    if (work.isAbandoned) throw new ClientDisconnected()
    if (!source) return
    const { convertCover } = await import('./convert.ts')
    return { webp: await convertCover(source, size, (run) => placeOfLarge.run(work, run)) }
  }

  const load = (folder: string, coverPath: string, file: CoverFile, size: number, work: LongWork) => {
    const key = `${file.path}\0${file.version} ${size}`
    const build = async (shared: LongWork): Promise<Converted> => {
      const result = await places.run(shared, (own) => convert(folder, coverPath, file, size, own))
      if (result) converted.set(key, result)
      return result ?? { webp: undefined }
    }
    return builds.load(
      key,
      work,
      () => converted.get(key),
      (shared) => ({ response: build(shared), isCurrent: () => true }),
    )
  }

  return {
    isOn: () => coverFolder() !== undefined,
    /** Returns the version of the file of a `cover_path`, and a function that converts it; undefined if there is no such file. */
    find: async (coverPath: unknown) => {
      const folder = coverFolder()
      if (folder === undefined || typeof coverPath !== 'string') return
      const file = await findCoverFile(folder, coverPath)
      if (!file) return
      return {
        version: file.version,
        /** @returns undefined if the file is no picture. @throws WorkQueueFull; ClientDisconnected */
        convert: async (size: number, work: LongWork) => (await load(folder, coverPath, file, size, work)).webp,
      }
    },
  }
}

export type Covers = ReturnType<typeof createCovers>
