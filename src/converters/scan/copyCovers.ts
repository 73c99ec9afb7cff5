import { collectGarbage } from '../../base/collectGarbage.ts'
import { AlbumGroups } from '../albums.ts'
import type { Note } from '../notes.ts'
import { readRow } from '../readRow.ts'
import type { TrackRow } from '../trackRow.ts'
import type { CoverFolder } from './coverFolder.ts'
import { forEach, readOrNote, type Scan, type ScanOptions } from './scanFolder.ts'

interface CopyOptions extends ScanOptions, Pick<Scan, 'pictures'> {
  root: string
  covers: CoverFolder
}

/**
 * Gives each album without a cover the picture inside one of its files, by setting it in the row of this file. The file is read again for it,
 * so that memory has only the pictures of the files that are read at a time.
 * @returns notes of pictures that can't be read any more @throws OperationalError if a picture can't be written, or a file has disappeared
 */
export const copyCovers = async (
  rows: readonly TrackRow[],
  { root, covers, pictures, readAudio, concurrency }: CopyOptions,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<Note[]> => {
  const chosen = chooseRows(rows, pictures)
  const notes: Note[] = []
  let done = 0
  await forEach(chosen, concurrency, async ({ file_path, album }) => {
    const audio = await readOrNote(() => readAudio(`${root}/${file_path}`, 'bytes'), file_path, notes)
    const { base64 } = audio?.picture ?? {}
    if (album && base64 !== undefined) album.cover_path = covers.add(Buffer.from(base64, 'base64'))
    collectGarbage()
    await onProgress(++done, chosen.length)
  })
  return notes.map(({ place, sentence }) => ({ place, sentence: `Its picture is left out. ${sentence}` }))
}

/** The rows of the files with the pictures: for each album without a cover the first by path that has a front cover, or else any picture. */
const chooseRows = (rows: readonly TrackRow[], pictures: Scan['pictures']): TrackRow[] => {
  // What a catalogue has of a row decides to which album it belongs there.
  const albumOf = (row: TrackRow) => readRow(row, () => {})?.album
  const groups = new AlbumGroups()
  for (const row of rows) groups.add({ ...row, album: albumOf(row) })
  const withoutCover = new Set<string>()
  for (const { entry } of groups.finish(() => {})) if (entry.cover_path === undefined) withoutCover.add(entry.key)
  const chooseFirst = (isFront: boolean) =>
    rows.filter((row) => {
      const album = pictures.get(row.file_path) === isFront ? albumOf(row) : undefined
      return album && withoutCover.delete(groups.keyOf(album))
    })
  return [...chooseFirst(true), ...chooseFirst(false)]
}
