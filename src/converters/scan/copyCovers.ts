import { collectGarbage } from '../../base/collectGarbage.ts'
import { AlbumGroups } from '../albums.ts'
import type { Note } from '../notes.ts'
import { readRow } from '../readRow.ts'
import type { TrackRow } from '../trackRow.ts'
import type { CoverFolder } from './coverFolder.ts'
import { forEach, readOrNote, type Scan, type ScanOptions } from './scanFolder.ts'

interface CopyOptions extends Pick<ScanOptions, 'readAudio' | 'concurrency'> {
  root: string
  /** The folder that gets the pictures. */
  covers: CoverFolder
}

/**
 * Copies the picture inside a file of each album that has no cover, and makes it the cover. A file is read again for it, so that only the
 * pictures of so many files are in memory as are read at a time.
 * @returns the rows with the covers, and notes of pictures that can't be read any more
 */
export const copyCovers = async (
  rows: readonly TrackRow[],
  pictures: Scan['pictures'],
  { root, readAudio, concurrency, covers }: CopyOptions,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<{ rows: TrackRow[]; notes: Note[]; count: number }> => {
  const files = chooseFiles(rows, pictures)
  const notes: Note[] = []
  const paths = new Map<string, string>()
  let done = 0
  await forEach(files, concurrency, async (file) => {
    const audio = await readOrNote(() => readAudio(`${root}/${file}`, true), file, notes)
    const { base64 } = audio?.picture ?? {}
    if (base64 !== undefined) paths.set(file, covers.add(Buffer.from(base64, 'base64')))
    collectGarbage()
    await onProgress(++done, files.length)
  })
  const addCover = (row: TrackRow): TrackRow => {
    const cover_path = paths.get(row.file_path)
    return row.album && cover_path !== undefined ? { ...row, album: { ...row.album, cover_path } } : row
  }
  const toNote = ({ place, sentence }: Note) => ({ place, sentence: `Its picture is left out. ${sentence}` })
  return { rows: rows.map(addCover), notes: notes.map(toNote), count: paths.size }
}

/** The files with the pictures for the albums without a cover: of each album the first one by path that has a front cover, or else any picture. */
const chooseFiles = (given: readonly TrackRow[], pictures: Scan['pictures']): string[] => {
  // Groups of the same rows as in the catalogue.
  const rows = given.flatMap((row) => readRow(row, () => {}) ?? [])
  const albums = new AlbumGroups()
  for (const row of rows) albums.add(row)
  const withoutCover = new Set<string>()
  for (const { entry } of albums.finish(() => {})) if (entry.cover_path === undefined) withoutCover.add(entry.key)
  const chooseFirst = (isFront: boolean) =>
    rows.flatMap(({ album, file_path }) =>
      album && pictures.get(file_path) === isFront && withoutCover.delete(albums.keyOf(album)) ? file_path : [],
    )
  return [...chooseFirst(true), ...chooseFirst(false)]
}
