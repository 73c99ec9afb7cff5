import { hash } from 'node:crypto'
import { shelf } from '../seeding/report/similarity.ts'

/** What is known of a track that has no file. Texts are as the source has them. */
export interface ShelfTrack {
  /** What identifies it alone, such as an ISRC. It is used in place of all others. */
  id?: string | undefined
  artist?: string | undefined
  album?: string | undefined
  disc?: string | undefined
  /** The number or side on the album, such as `3` or `A1`. */
  position?: string | undefined
  title: string
}

/** The maximum length of a `file_path`, in code points. */
const maxLength = 255

/** The number of hexadecimal digits that tell long paths with one beginning apart. */
const hashLength = 16

/**
 * Makes the `file_path` of a track that has no file, such as `shelf/John Coltrane/Blue Train/A1 Blue Train`. It depends on these values alone, so that
 * the order of a file does not change it.
 */
export const shelfPath = ({ id, artist, album, disc, position, title }: ShelfTrack): string => {
  const number = [disc, position].filter(Boolean).join('-')
  const parts = id === undefined ? [artist, album, [number, title].filter(Boolean).join(' ')] : [id]
  const path = shelf + parts.flatMap((part) => escapePart(part) || []).join('/')
  const points = [...path]
  if (points.length <= maxLength) return path
  const end = `~${hash('sha256', path).slice(0, hashLength)}`
  return points.slice(0, maxLength - end.length).join('') + end
}

/** The path of the repetition of a row: ` (2)` for the second one. */
export const repeatedPath = (path: string, count: number): string => {
  const end = ` (${count})`
  return [...path].slice(0, maxLength - end.length).join('') + end
}

/** A slash divides the parts, so that one in a name is written as in a URL, and so is what ends as `repeatedPath` does. */
const escapePart = (part = ''): string =>
  part
    .toWellFormed()
    .normalize('NFC')
    .trim()
    .replaceAll(/[%/\\\p{Cc}]/gu, (character) => encodeURIComponent(character))
    .replace(/ (?=\(\d+\)$)/, '%20')
