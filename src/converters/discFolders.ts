import { basename, dirname } from 'node:path'
import { albumFolderOf } from './scan/covers.ts'
import type { TrackRow } from './trackRow.ts'

/** The tracks of one album title in one folder. */
interface FolderAlbum {
  identity: string
  folder: string
  title: string
  trackCount: number
  /** The numbers of their discs; undefined for tracks without one. */
  discs: (number | undefined)[]
}

/** What tells the tracks of an album title in a folder from others. */
export const identityInFolder = (folder: string, title: string): string => `${folder}\u0000${title}`

/**
 * Finds the folders that are discs of one album: siblings whose tracks have the same album title, and whose names differ only in a number,
 * or whose tracks have differing disc numbers. A folder of which most tracks are of other albums is none.
 */
export class DiscFolders {
  private readonly albums = new Map<string, FolderAlbum>()

  add({ file_path, album, disc }: TrackRow): void {
    if (!album) return
    const folder = albumFolderOf(file_path)
    const identity = identityInFolder(folder, album.title)
    const found = this.albums.get(identity)
    if (!found) this.albums.set(identity, { identity, folder, title: album.title, trackCount: 1, discs: [disc] })
    else {
      found.trackCount++
      // Most albums have one disc.
      if (!found.discs.includes(disc)) found.discs.push(disc)
    }
  }

  /** The `identityInFolder` of the discs of each album that has several. */
  find(): string[][] {
    const trackCounts = new Map<string, number>()
    for (const { folder, trackCount } of this.albums.values())
      trackCounts.set(folder, (trackCounts.get(folder) ?? 0) + trackCount)
    const candidates = [...this.albums.values()].filter(
      ({ folder, trackCount }) => basename(folder) !== '' && trackCount * 2 > (trackCounts.get(folder) ?? 0),
    )
    const siblings = Map.groupBy(candidates, ({ folder, title }) => identityInFolder(dirname(folder), title))
    return [...siblings.values()]
      .filter((albums) => albums.length > 1)
      .flatMap(joinSiblings)
      .map((albums) => albums.map(({ identity }) => identity))
  }
}

/** @returns the siblings that are one album, where several are */
const joinSiblings = (albums: readonly FolderAlbum[]): FolderAlbum[][] => {
  const groups = new Map(albums.map((album) => [album, [album]]))
  const firsts = new Map<string, FolderAlbum>()
  for (const album of albums) {
    for (const stem of stemsOf(basename(album.folder))) {
      const group = groups.get(firsts.get(stem) ?? album)
      const own = groups.get(album)
      if (!firsts.has(stem)) firsts.set(stem, album)
      if (!group || !own || group === own) continue
      group.push(...own)
      for (const joined of own) groups.set(joined, group)
    }
  }
  const joined = [...new Set(groups.values())]
  return haveDifferingDiscs(joined) ? [joined.flat()] : joined.filter((group) => group.length > 1)
}

/** Whether all tracks have a disc number, and no number is in two groups. */
const haveDifferingDiscs = (groups: readonly FolderAlbum[][]): boolean => {
  const discs = groups.flatMap((albums) => [...new Set(albums.flatMap((album) => album.discs))])
  return !discs.includes(undefined) && new Set(discs).size === discs.length
}

/**
 * The name of a folder with a placeholder for each of its numbers, so that names that differ only in one number share a text. Case, spaces and
 * brackets make no difference. A year has none: an artist may give several albums the same title.
 */
const stemsOf = (name: string): string[] => {
  // Every other part is a number.
  const parts = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/(\d+)/)
    .map((part) => part.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ''))
  return parts.flatMap((part, index) =>
    index % 2 === 0 || /^(?:19|20)\d\d$/.test(part) ? [] : parts.with(index, '#').join('\u0000'),
  )
}
