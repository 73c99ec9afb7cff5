import { readdir, stat } from 'node:fs/promises'
import { errorCode, OperationalError } from '../../base/errors.ts'
import { type FileErrorKind, fileErrorKind } from '../../base/fileErrors.ts'
import { describeCounts } from '../../base/words.ts'
import { explainFolderError } from '../../library/describeFileError.ts'
import { DiscFolders, identityInFolder } from '../discFolders.ts'
import { fillAlbumArtists } from '../fillAlbumArtists.ts'
import type { Note } from '../notes.ts'
import type { TrackRow } from '../trackRow.ts'
import { type Audio, type ReadAudio, UnreadableAudio } from './audio.ts'
import { albumFolderOf, folderOf } from './covers.ts'
import { hasTitle, rowOfAudio } from './trackRow.ts'
import { type FoundFiles, identityOf, sentenceOf, walkFolder } from './walk.ts'

export interface Scan extends Pick<FoundFiles, 'otherAudio' | 'leftOut'> {
  /** A row for each audio file that can be read. */
  rows: TrackRow[]
  /** Files, folders and links that can't be read. They are left out. */
  unreadable: Note[]
  /** The paths of the files without a title. */
  untagged: string[]
  /** Whether the picture inside a file is a front cover, by the path of each file that has one, if they were looked for. */
  pictures: Map<string, boolean>
}

export interface ScanOptions {
  readAudio: ReadAudio
  /** How many files are read at a time. */
  concurrency: number
  /** Patterns of names and paths that are left out. */
  exclude?: readonly string[]
  /** Whether pictures inside the files are looked for. */
  withPictures?: boolean
}

/** Reads the tags of all audio files in a folder. @throws OperationalError if the folder is none, has none, or changes */
export const scanFolder = async (
  folder: string,
  { readAudio, concurrency, exclude, withPictures }: ScanOptions,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<Scan> => {
  const identity = await requireFolder(folder)
  const { paths, covers, unreadable, otherAudio, leftOut } = await walkFolder(folder, exclude)
  // What can't be read is said by its notes.
  if (paths.length === 0 && unreadable.length === 0)
    throw new OperationalError(
      [...leftOut.values()].some((count) => count > 0)
        ? `${folder} has audio files only in what is left out: ${describeCounts(leftOut)}.`
        : `${folder} has no audio file. Is its disk mounted?`,
    )

  const rows: TrackRow[] = []
  const untagged: string[] = []
  const pictures: Scan['pictures'] = new Map()
  let done = 0
  const scanFile = async (path: string) => {
    const audio = await readOrNote(
      () => readAudio(`${folder}/${path}`, withPictures ? 'kind' : 'none'),
      path,
      unreadable,
    )
    if (audio) rows.push(rowOfAudio(path, audio, covers))
    if (audio && !hasTitle(audio)) untagged.push(path)
    if (audio?.picture) pictures.set(path, audio.picture.isFront)
    await onProgress(++done, paths.length)
  }
  await forEach(paths, concurrency, scanFile)
  await requireSameFolder(folder, identity)
  rows.sort((a, b) => (a.file_path < b.file_path ? -1 : 1))
  unreadable.sort((a, b) => (a.place < b.place ? -1 : 1))
  return {
    rows: [...fillAlbumArtists(addCovers(rows, covers))],
    unreadable,
    untagged: untagged.sort(),
    pictures,
    otherAudio,
    leftOut,
  }
}

/** Adds the cover above the folders of the discs of an album to what has none. */
const addCovers = (rows: readonly TrackRow[], covers: FoundFiles['covers']): TrackRow[] => {
  const discFolders = new DiscFolders()
  for (const row of rows) discFolders.add(row)
  const discs = new Set(discFolders.find().flat())
  return rows.map((row) => {
    const { album, file_path } = row
    if (!album || album.cover_path !== undefined) return row
    const folder = albumFolderOf(file_path)
    const cover_path = discs.has(identityInFolder(folder, album.title)) ? covers.get(folderOf(folder)) : undefined
    return cover_path === undefined ? row : { ...row, album: { ...album, cover_path } }
  })
}

/** Runs an action for each item, for some of them at a time. Those that run when one fails end first, since what they use is closed then. */
export const forEach = async <T>(
  items: readonly T[],
  concurrency: number,
  action: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = takeEach(items)
  const runActions = async () => {
    for (const item of queue) await action(item)
  }
  const results = await Promise.allSettled(Array.from({ length: concurrency }, runActions))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Yields each item once for all loops over it. An error in one of them ends all, which an iterator of an array would not. */
function* takeEach<T>(items: readonly T[]): Generator<T> {
  yield* items
}

/** Returns what identifies the folder. */
const requireFolder = async (folder: string): Promise<string> => {
  const fail = (error: unknown): never => {
    throw new OperationalError(explainFolderError(error, folder, 'read', 'Let this user read it.'))
  }
  const info = await stat(folder).catch(fail)
  if (!info.isDirectory()) throw new OperationalError(`${folder} is a file. Name the folder that has the audio files.`)
  await readdir(folder).catch(fail)
  return identityOf(folder)
}

/** What a disk that was removed leaves behind is another folder, or none. */
const requireSameFolder = async (folder: string, identity: string) => {
  const current = await readdir(folder).then(
    () => identityOf(folder),
    () => undefined,
  )
  if (current !== identity) throw new OperationalError(`${folder} disappeared during the scan. Was its disk removed?`)
}

export const readOrNote = async (
  read: () => Promise<Audio>,
  path: string,
  unreadable: Note[],
): Promise<Audio | undefined> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnreadableAudio) {
      unreadable.push({ place: path, sentence: error.message })
      return
    }
    // A catalogue without what is missing by accident could delete records.
    if (vanishedKinds.includes(fileErrorKind(error)))
      throw new OperationalError(`${path} disappeared during the scan. Run the scan again.`)
    if (errorCode(error) === '') throw error
    unreadable.push({ place: path, sentence: sentenceOf(error) })
  }
}

/** The errors of a file whose disk was removed, or whose server does not answer. */
const vanishedKinds: (FileErrorKind | undefined)[] = ['missing', 'inFile', 'vanished']
