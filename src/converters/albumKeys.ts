import { createHash } from 'node:crypto'
import { maxKey } from '../resources/resource.ts'
import { lengthOf } from '../validation/rules.ts'
import type { AlbumRow } from './trackRow.ts'

type Identity = Pick<AlbumRow, 'title' | 'artist'>

/** What tells albums without a key apart. */
export const identityOf = ({ title, artist = '' }: Identity): string => `${title}\u0000${artist}`

const separator = ' / '

/** The maximum length of the readable part of a key with a hash or a number, of `maxKey`. */
const maxBaseLength = 240

/** A key that follows from title and album artist alone, so that it is the same each time. */
export const deriveKey = (album: Identity): string => {
  const { title, artist } = album
  const base = artist === undefined ? title : `${title}${separator}${artist}`
  // "A / B" could be a title, or the album A of B.
  const isAmbiguous = title.includes(separator) || artist?.includes(separator)
  if (!isAmbiguous && lengthOf(base) <= maxKey) return base
  const hash = createHash('sha256').update(identityOf(album)).digest('hex').slice(0, 8)
  return `${cutBase(base)} #${hash}`
}

/** Returns a key that is not in `usedKeys`, and adds it: a source key may look like a derived one. */
export const addUnusedKey = (derivedKey: string, usedKeys: Set<string>): string => {
  let key = derivedKey
  for (let number = 2; usedKeys.has(key); number++) key = `${cutBase(derivedKey)} #${number}`
  usedKeys.add(key)
  return key
}

const cutBase = (text: string) => [...text].slice(0, maxBaseLength).join('').trim()
