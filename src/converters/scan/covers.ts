import { basename, dirname } from 'node:path'

/** The names of covers, the preferred ones first. */
const coverNames = ['cover', 'folder', 'front', 'album'].flatMap((name) =>
  ['jpg', 'jpeg', 'png', 'webp'].map((extension) => `${name}.${extension}`),
)

/** The cover among the names of the files of a folder, if there is one. */
export const findCover = (names: readonly string[]): string | undefined => {
  const rankOf = (name: string) => coverNames.indexOf(name.toLowerCase())
  return names.filter((name) => rankOf(name) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))[0]
}

/** A folder of one disc of an album, such as `CD 1`, whatever is beside it. `DiscFolders` finds those of other names. */
const discFolder = /^(?:cd|dis[ck]|dvd)[ ._-]*\d+\b/i

/** The folder of an album: that of the file, or the one above the folders of its discs. */
export const albumFolderOf = (path: string): string => {
  const folder = folderOf(path)
  return discFolder.test(basename(folder)) ? folderOf(folder) : folder
}

/** The cover of the album of a file: that in its folder, or that in the folder above the folders of the discs. */
export const coverOf = (path: string, covers: ReadonlyMap<string, string>): string | undefined =>
  covers.get(folderOf(path)) ?? covers.get(albumFolderOf(path))

/** A path of Windows in a table, as one with slashes. */
export const withSlashes = (path: string): string => (path.includes('/') ? path : path.replaceAll('\\', '/'))

/** The folder of a file. */
export const folderOf = (path: string): string => {
  const folder = dirname(withSlashes(path))
  return folder === '.' ? '' : folder
}
