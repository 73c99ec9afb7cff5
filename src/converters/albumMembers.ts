import { deriveKey, identityOf } from './albumKeys.ts'
import { AlbumValues } from './chooseAlbum.ts'
import { RowStore } from './rowStore.ts'
import type { AlbumRow } from './trackRow.ts'

/** What the row of a track says about its album. */
interface Member {
  place: string
  path: string
  album: AlbumRow
  /** The key that the source gives the album. */
  sourceKey: string | undefined
}

interface MemberGroup {
  /** The first member by path. */
  first: Member
  values: AlbumValues
  /** The keys that the album would have without corrections, and in the folders of its discs. */
  formerKeys: Set<string>
}

/** The members of all albums. */
export class MemberStore {
  private readonly rows = new RowStore<Member>()
  private hasKeyed = false
  private hasKeyless = false

  add(member: Member): void {
    if (member.sourceKey === undefined) this.hasKeyless = true
    else this.hasKeyed = true
    this.rows.add(member, `${groupOf(member)}\u0000${member.path}`)
  }

  get hasBoth(): boolean {
    return this.hasKeyed && this.hasKeyless
  }

  [Symbol.iterator](): Generator<Member> {
    return this.rows[Symbol.iterator]()
  }

  /** Members with the same source key are a group, and so are members without one that have the same title and album artist. */
  *groups(): Generator<MemberGroup> {
    let group: MemberGroup | undefined
    for (const member of this.rows.sorted()) {
      if (!group || groupOf(group.first) !== groupOf(member)) {
        if (group) yield group
        group = { first: member, values: new AlbumValues(member), formerKeys: new Set() }
      }
      group.values.add(member.album)
      if (member.album.former) group.formerKeys.add(deriveKey(member.album.former))
    }
    if (group) yield group
  }
}

/** No key and no title contains NUL. */
const groupOf = ({ sourceKey, album }: Member) =>
  sourceKey === undefined ? `title ${identityOf(album)}` : `key ${sourceKey}`
