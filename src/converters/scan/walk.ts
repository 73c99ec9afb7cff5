import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { errorMessage } from '../../base/errors.ts'
import { type FileErrorKind, fileErrorKind } from '../../base/fileErrors.ts'
import type { Note } from '../notes.ts'
import { findCover } from './covers.ts'
import { Exclusions } from './exclusions.ts'

/** The extensions of the files that are read. */
const audioExtensions = new Set('.flac .mp3 .ogg .oga .opus .m4a .m4b .wav .aif .aiff .aifc .wma .ape .wv'.split(' '))

/** Extensions of audio that is not read. A note says so, since the tracks would be missing without a word. */
const otherAudioExtensions = new Set(
  '.aac .ac3 .amr .dff .dsf .dts .m4p .mid .midi .mka .mp2 .mp4 .mpc .ra .shn .spx .tak .tta .weba'.split(' '),
)

export interface FoundFiles {
  /** The audio files, sorted: paths relative to the folder, with slashes, as the file system has them. */
  paths: string[]
  /** The path of the cover in each folder that has one. */
  covers: Map<string, string>
  /** Folders, links and names that can't be read. */
  unreadable: Note[]
  /** How many files have an extension of audio that is not read. */
  otherAudio: Map<string, number>
  /** How many files and folders were left out by their names, by the pattern or the name. */
  leftOut: ReadonlyMap<string, number>
}

/**
 * Finds the audio files in a folder and in all folders below it. Links are followed after everything else, so that a file
 * keeps its path when a link to it is added. Each folder is walked once, whatever names lead to it.
 */
export const walkFolder = async (root: string, exclude: readonly string[] = []): Promise<FoundFiles> => {
  const walk = new Walk(root, new Exclusions(exclude))
  await walk.visitTree('')
  await walk.followLinks()
  walk.found.paths.sort()
  return walk.found
}

class Walk {
  readonly found: FoundFiles
  /** Device and inode of each folder. */
  private readonly visited = new Set<string>()
  /** The real paths of the files to which links lead. */
  private readonly linkedFiles = new Set<string>()
  private links: string[] = []

  constructor(
    private readonly root: string,
    private readonly exclusions: Exclusions,
  ) {
    this.found = { paths: [], covers: new Map(), unreadable: [], otherAudio: new Map(), leftOut: exclusions.counts }
  }

  /** Visits a folder and those below it, without following links. */
  async visitTree(folder: string): Promise<void> {
    const folders = [folder]
    for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
      const subfolders = await this.orNote(path, () => this.visit(path))
      if (subfolders) for (const subfolder of subfolders) folders.push(subfolder)
    }
  }

  /** Follows the links that were found, first those to folders, which may contain what other links lead to. */
  async followLinks(): Promise<void> {
    const fileLinks: { link: string; target: string }[] = []
    while (this.links.length > 0) {
      const links = this.links.sort()
      this.links = []
      for (const link of links) {
        const target = await this.orNote(link, () => realpath(this.absolute(link)))
        if (target === undefined) continue
        const info = await this.orNote(link, () => stat(target))
        if (info?.isDirectory()) await this.visitTree(link)
        if (info?.isFile()) fileLinks.push({ link, target })
      }
    }
    for (const { link, target } of fileLinks) {
      if (!isAudio(link) || this.linkedFiles.has(target) || (await this.isListed(target))) continue
      this.linkedFiles.add(target)
      this.found.paths.push(link)
    }
  }

  private async visit(folder: string): Promise<string[]> {
    const identity = await identityOf(this.absolute(folder))
    if (this.visited.has(identity)) return []
    const entries = await readdir(this.absolute(folder), { withFileTypes: true })
    this.visited.add(identity)
    const subfolders: string[] = []
    const names: string[] = []
    const seen = new Set<string>()
    for (const entry of entries) {
      const { name } = entry
      if (name.startsWith('.')) continue
      const path = folder === '' ? name : `${folder}/${name}`
      if (this.exclusions.takes(path, name)) continue
      // Names that are not UTF-8 may be read as one text, which another name may be.
      const kind = seen.has(name) ? this.noteName(path) : await this.kindOf(entry, path)
      seen.add(name)
      if (kind === 'folder') subfolders.push(path)
      if (kind === 'link') this.links.push(path)
      if (kind === 'file') this.addFile(path)
      if (kind === 'file' || kind === 'link') names.push(name)
    }
    const cover = findCover(names)
    if (cover !== undefined) this.found.covers.set(folder, folder === '' ? cover : `${folder}/${cover}`)
    // The last one is visited first.
    return subfolders.sort().reverse()
  }

  private addFile(path: string) {
    if (isAudio(path)) this.found.paths.push(path)
    const extension = extname(path).toLowerCase()
    if (!otherAudioExtensions.has(extension)) return
    this.found.otherAudio.set(extension, (this.found.otherAudio.get(extension) ?? 0) + 1)
  }

  private async kindOf(entry: Dirent, path: string) {
    // A name that is not UTF-8 is read with this character in place of its bytes, so that no file has the name.
    const isDoubtful = entry.name.includes('\ufffd')
    const isKnown = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()
    if (isKnown && !isDoubtful) return kindOf(entry)
    try {
      // Some file systems do not say what a name stands for.
      return kindOf(await lstat(this.absolute(path)))
    } catch (error) {
      if (isDoubtful && fileErrorKind(error) === 'missing') return this.noteName(path)
      this.found.unreadable.push({ place: path, sentence: errorMessage(error) })
      return 'other'
    }
  }

  private noteName(path: string) {
    this.found.unreadable.push({ place: path, sentence: 'The name is not in UTF-8. Rename it.' })
    return 'other'
  }

  /** Whether the real path of a file is that of a file in a visited folder. */
  private async isListed(target: string): Promise<boolean> {
    const isRead = isAudio(target) && !basename(target).startsWith('.')
    return isRead && this.visited.has(await identityOf(dirname(target)))
  }

  private async orNote<T>(path: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read()
    } catch (error) {
      this.found.unreadable.push({ place: path || '.', sentence: sentenceOf(error) })
      return undefined
    }
  }

  private absolute(path: string) {
    return path === '' ? this.root : `${this.root}/${path}`
  }
}

/** Whether a file is read, by its name. */
export const isAudio = (path: string) => audioExtensions.has(extname(path).toLowerCase())

const kindOf = (entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>) =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other'

/** What identifies a file or a folder, whatever its names are. */
export const identityOf = async (path: string): Promise<string> => {
  // The number of an inode may be larger than a number can hold exactly.
  const { dev, ino } = await stat(path, { bigint: true })
  return `${dev}:${ino}`
}

const sentences: Partial<Record<FileErrorKind | '', string>> = {
  forbidden: 'The program may not read it.',
  linkLoop: 'The link leads to itself.',
  missing: 'It is not there any more, or the link leads nowhere.',
}

/** Why something can't be read, for a note. */
export const sentenceOf = (error: unknown): string => sentences[fileErrorKind(error) ?? ''] ?? errorMessage(error)
