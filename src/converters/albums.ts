import { createHash } from 'node:crypto'
import { maxKey } from '../resources/resource.ts'
import { lengthOf } from '../validation/rules.ts'
import { type Album, type AlbumMember, chooseAlbum } from './chooseAlbum.ts'
import type { AddNote } from './notes.ts'

/** The entry of an album, without members that it does not have. */
export type AlbumEntry = Omit<Album, 'artist'> & { key: string; formerly?: { key: string } }

interface Group {
  /** The key that the source gives the album. */
  sourceKey: string | undefined
  members: AlbumMember[]
}

/**
 * Groups tracks to albums, and returns the entries of the albums, each with the place of its first track. Rows with the same source key are one album, and so are
 * rows without a source key that have the same title and album artist. The latter join an album with a source key if it
 * is the only one with their title and album artist, since its files may get the key one after another.
 * @param members - sorted by path
 */
export const groupAlbums = (
  members: readonly AlbumMember[],
  addNote: AddNote,
): { place: string; entry: AlbumEntry }[] => {
  const groups = joinGroups(findGroups(members)).map(({ sourceKey, members }) => {
    const album = chooseAlbum(members, addNote)
    return { sourceKey, members, album, derivedKey: deriveKey(album), correctedKey: correctedKeyOf(members) }
  })
  const usedKeys = new Set(groups.flatMap(({ sourceKey }) => sourceKey ?? []))
  const byDerivedKey = Map.groupBy(groups, ({ derivedKey }) => derivedKey)
  const isFormerKey = (key: string) => byDerivedKey.get(key)?.length === 1 && !usedKeys.has(key)
  const correctedKeys = Map.groupBy(groups, ({ correctedKey }) => correctedKey)
  const isCorrectedKey = (key: string) =>
    correctedKeys.get(key)?.length === 1 && !byDerivedKey.has(key) && !usedKeys.has(key)
  // They are found before derived keys are added to `usedKeys`.
  const formerKeys = groups.map(({ sourceKey, derivedKey, correctedKey }) => {
    if (sourceKey !== undefined && isFormerKey(derivedKey)) return derivedKey
    return correctedKey !== undefined && isCorrectedKey(correctedKey) ? correctedKey : undefined
  })
  return groups.map(({ sourceKey, members, album: { artist, ...album }, derivedKey }, index) => {
    const key = sourceKey ?? addUnusedKey(derivedKey, usedKeys)
    for (const { entry } of members) entry.album = key
    const formerKey = formerKeys[index]
    const entry = { key, ...(formerKey !== undefined && { formerly: { key: formerKey } }), ...album }
    return { place: members[0]?.place ?? '', entry }
  })
}

/** The key that an album would have without corrections; undefined without any, or if there are several. */
const correctedKeyOf = (members: readonly AlbumMember[]): string | undefined => {
  const keys = new Set(members.flatMap(({ album: { former } }) => (former ? [deriveKey(former)] : [])))
  return keys.size === 1 ? [...keys][0] : undefined
}

const findGroups = (members: readonly AlbumMember[]): Group[] => {
  const bySourceKey = Map.groupBy(members, ({ album }) => album.key)
  const keyless = bySourceKey.get(undefined) ?? []
  bySourceKey.delete(undefined)
  return [
    ...[...bySourceKey].map(([sourceKey, members]) => ({ sourceKey, members })),
    ...[...Map.groupBy(keyless, ({ album }) => identityOf(album)).values()].map((members) => ({
      sourceKey: undefined,
      members,
    })),
  ]
}

const identityOf = ({ title, artist = '' }: Pick<Album, 'title' | 'artist'>) => `${title}\u0000${artist}`

const joinGroups = (groups: readonly Group[]): Group[] => {
  const keyedByIdentity = Map.groupBy(
    groups.filter(({ sourceKey }) => sourceKey !== undefined),
    ({ members }) => identityOf(chooseAlbum(members)),
  )
  return groups.filter(({ sourceKey, members }) => {
    if (sourceKey !== undefined) return true
    const [keyed, ...others] = keyedByIdentity.get(identityOf(chooseAlbum(members))) ?? []
    if (!keyed || others.length > 0) return true
    keyed.members.push(...members)
    keyed.members.sort((a, b) => (a.path < b.path ? -1 : 1))
    return false
  })
}

const separator = ' / '

/** The maximum length of the readable part of a key with a hash or a number, of `maxKey`. */
const maxBaseLength = 240

/** A key that follows from title and album artist alone, so that it is the same each time. */
const deriveKey = (album: Pick<Album, 'title' | 'artist'>): string => {
  const { title, artist } = album
  const base = artist === undefined ? title : `${title}${separator}${artist}`
  // "A / B" could be a title, or the album A of B.
  const isAmbiguous = title.includes(separator) || artist?.includes(separator)
  if (!isAmbiguous && lengthOf(base) <= maxKey) return base
  const hash = createHash('sha256').update(identityOf(album)).digest('hex').slice(0, 8)
  return `${cutBase(base)} #${hash}`
}

/** Returns a key that is not in `usedKeys`, and adds it: a source key may look like a derived one. */
const addUnusedKey = (derivedKey: string, usedKeys: Set<string>): string => {
  let key = derivedKey
  for (let number = 2; usedKeys.has(key); number++) key = `${cutBase(derivedKey)} #${number}`
  usedKeys.add(key)
  return key
}

const cutBase = (text: string) => [...text].slice(0, maxBaseLength).join('').trim()
