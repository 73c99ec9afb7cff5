import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { withSlashes } from '../../converters/scan/covers.ts'

/** The maximum size of a file, in bytes. */
const maxBytes = 10_485_760

/** A file that may be a picture. */
export interface CoverFile {
  path: string
  size: number
  /** Changes when the file does. */
  version: bigint
}

interface FileState {
  size: number
  mtimeMs: number
  isFile(): boolean
}

const isCover = (state: FileState) => state.isFile() && state.size <= maxBytes

const versionOf = (coverPath: string, { size, mtimeMs }: FileState) =>
  Bun.hash.xxHash64(`${coverPath}\0${size}\0${mtimeMs}`)

/** Whether a path is below a folder. */
const isBelow = (path: string, folder: string) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Finds the file of a `cover_path` without opening it. @returns undefined if there is none that may be a cover */
export const findCoverFile = async (folder: string, coverPath: string): Promise<CoverFile | undefined> => {
  const path = resolve(folder, withSlashes(coverPath))
  // With `..`, or as an absolute path, it may lead out of the folder. Links are followed only when it is read.
  if (!isBelow(path, resolve(folder))) return
  const state = await orUndefined(stat(path))
  return state && isCover(state) ? { path, size: state.size, version: versionOf(coverPath, state) } : undefined
}

/** Reads a file that was found. @returns undefined if it is not in the folder, or has changed since */
export const readCoverFile = async (folder: string, coverPath: string, file: CoverFile) => {
  const [real, realFolder] = await Promise.all([orUndefined(realpath(file.path)), orUndefined(realpath(folder))])
  if (real === undefined || realFolder === undefined || !isBelow(real, realFolder)) return
  // To open a FIFO without this flag waits until somebody writes to it.
  const handle = await orUndefined(open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW))
  if (!handle) return
  try {
    if (!(await handle.stat()).isFile()) return
    const bytes = new Uint8Array(file.size)
    const { bytesRead } = await handle.read(bytes, 0, file.size, 0)
    const after = await handle.stat()
    return bytesRead === file.size && versionOf(coverPath, after) === file.version ? bytes : undefined
  } catch {
    // Its disk has gone, or reports an error.
    return
  } finally {
    await handle.close()
  }
}

/** A path that leads nowhere is no error: the folder may come back, and so may the file. */
const orUndefined = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined)
