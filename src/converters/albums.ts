import { addUnusedKey, deriveKey, identityOf } from './albumKeys.ts'
import { MemberStore } from './albumMembers.ts'
import type { Album } from './chooseAlbum.ts'
import type { AddNote } from './notes.ts'
import { countText } from './repeated.ts'
import { RowStore } from './rowStore.ts'
import type { AlbumRow, TrackRow } from './trackRow.ts'

/** The entry of an album, without members that it does not have. */
type AlbumEntry = Omit<Album, 'artist'> & { key: string; formerly?: { key: string } }

interface Group {
  /** The key that the source gives the album. */
  sourceKey: string | undefined
  /** The place of its first track. */
  place: string
  album: Album
  derivedKey: string
  /** The keys that the album would have without corrections, and in the folders of its discs. The first is that of the first track that has any. */
  formerKeys: readonly string[]
}

/**
 * Groups tracks to albums. Rows with the same source key are one album, and so are
 * rows without a source key that have the same title and album artist. The latter join an album with a source key if it
 * is the only one with their title and album artist, since its files may get the key one after another.
 */
export class AlbumGroups {
  private members = new MemberStore()
  /** The keys of albums without a source key that are not the derived ones, by identity. */
  private readonly otherKeys = new Map<string, string>()

  add({ place, file_path, album }: TrackRow): void {
    if (album) this.members.add({ place, path: file_path, album, sourceKey: album.key })
  }

  /** Yields the entries of the albums, each with the place of its first track. */
  *finish(addNote: AddNote): Generator<{ place: string; entry: AlbumEntry }> {
    this.joinMembers()
    const groups = new RowStore<Group>()
    const sourceKeys = new Set<string>()
    const [derivedKeys, formerKeyCounts] = [new Map<string, number>(), new Map<string, number>()]
    for (const { first, values, formerKeys: found } of this.members.groups()) {
      const { sourceKey, place, path } = first
      const album = values.choose(addNote)
      const derivedKey = deriveKey(album)
      const formerKeys = [...found]
      groups.add({ sourceKey, place, album, derivedKey, formerKeys }, path)
      if (sourceKey !== undefined) sourceKeys.add(sourceKey)
      countText(derivedKeys, derivedKey)
      for (const key of formerKeys) countText(formerKeyCounts, key)
    }
    const isDerivedOnce = (key: string) => derivedKeys.get(key) === 1 && !sourceKeys.has(key)
    const isFormerKey = (key: string) => formerKeyCounts.get(key) === 1 && !derivedKeys.has(key) && !sourceKeys.has(key)
    const usedKeys = new Set(sourceKeys)
    for (const { sourceKey, place, album, derivedKey, formerKeys } of groups.sorted()) {
      const key = sourceKey ?? addUnusedKey(derivedKey, usedKeys)
      if (sourceKey === undefined && key !== derivedKey) this.otherKeys.set(identityOf(album), key)
      const isKeyed = sourceKey !== undefined && isDerivedOnce(derivedKey)
      const formerKey = isKeyed ? derivedKey : formerKeys.find(isFormerKey)
      const formerly = formerKey === undefined ? {} : { formerly: { key: formerKey } }
      const { artist, ...members } = album
      yield { place, entry: { key, ...formerly, ...members } }
    }
  }

  /** Finds the key of the entry that the album of a row has. Call it after `finish`. */
  readonly keyOf = (album: AlbumRow): string => album.key ?? this.otherKeys.get(identityOf(album)) ?? deriveKey(album)

  /** Gives members without a source key that of the only album with their identity. */
  private joinMembers(): void {
    if (!this.members.hasBoth) return
    /** The source keys by identity. It is empty where there are several. */
    const sourceKeys = new Map<string, string>()
    for (const { first, values } of this.members.groups()) {
      if (first.sourceKey === undefined) continue
      const identity = identityOf(values.choose())
      sourceKeys.set(identity, sourceKeys.has(identity) ? '' : first.sourceKey)
    }
    const joined = new MemberStore()
    for (const member of this.members) {
      const identity = identityOf(member.album)
      const found = member.sourceKey === undefined ? sourceKeys.get(identity) : ''
      if (found) this.otherKeys.set(identity, found)
      joined.add(found ? { ...member, sourceKey: found } : member)
    }
    this.members = joined
  }
}
