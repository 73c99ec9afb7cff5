import { toNormalForm } from './entries.ts'

/** Finds the records of one section that a reference names, as they will be when the file is seeded. */
export class ReferenceIndex {
  /** The ids of records by the keys that the file gives them. */
  private readonly byFileKey = new Map<string, number>()
  /** The ids of records by keys that only the library contains. The author of the file may not know them. */
  private readonly byLibraryKey = new Map<string, number>()
  private readonly byName = new Map<string, number | number[]>()
  /** The ids of records by texts that named them, or the records that were merged into them, before. */
  private readonly byAlias = new Map<string, number | number[]>()
  private readonly names = new Map<number, string>()

  /** @param normalize - puts a name into the form in which names are compared */
  constructor(private readonly normalize: (name: string) => string = toNormalForm) {}

  add(id: number, name: string, fileKey: string | undefined, libraryKey: string | null | undefined): void {
    this.names.set(id, name)
    if (fileKey !== undefined) this.byFileKey.set(fileKey, id)
    else if (typeof libraryKey === 'string') this.byLibraryKey.set(libraryKey, id)
    addId(this.byName, this.normalize(name), id)
  }

  /** Lets references name a record by a text that no other record has as its name or key. */
  addAlias(id: number, alias: string): void {
    addId(this.byAlias, this.normalize(alias), id)
  }

  /**
   * Returns the id of the record that a reference names, the ids when it fits several, or undefined.
   * A key in the file takes precedence over names. A key that only the library contains does not.
   */
  find(reference: string): number | readonly number[] | undefined {
    return this.findByFileKey(reference) ?? this.findPresent(reference) ?? this.byAlias.get(this.normalize(reference))
  }

  /** The id of the record to which the file gives a key. */
  findByFileKey(key: string): number | undefined {
    return this.byFileKey.get(key)
  }

  /** Finds records by their present names and keys, apart from those keys. */
  findPresent(reference: string): number | readonly number[] | undefined {
    const libraryId = this.byLibraryKey.get(reference)
    const namedIds = this.byName.get(this.normalize(reference))
    if (libraryId === undefined || namedIds === libraryId) return namedIds
    return namedIds === undefined ? libraryId : [libraryId, ...[namedIds].flat()]
  }

  /** The key that only the library contains for a record. It takes long. */
  findLibraryKey(id: number): string | undefined {
    for (const [key, keyedId] of this.byLibraryKey) if (keyedId === id) return key
  }

  /** All texts that name a record. */
  *texts(): Generator<string> {
    yield* this.byName.keys()
    yield* this.byFileKey.keys()
    yield* this.byLibraryKey.keys()
  }

  /** The name of a record that was added. */
  nameOf(id: number): string | undefined {
    return this.names.get(id)
  }
}

/** How references to the records of a section are resolved. */
export interface SectionReferences {
  /** The records that references can name: those of the file, and without `prune` the other records of the library. */
  references: ReferenceIndex
  /** The names of the library's records before they are updated, by id. */
  previousNames: Map<number, string>
  /**
   * The ids of the records that `formerly` and removals refer to, by the names and keys that they have before they are
   * updated: an album may be identified by the label that it had.
   */
  idsByPreviousName: ReadonlyMap<string, Set<number>>
  /** The index of the entry that gives a record another name, by the name that the library has. */
  renamedEntries: Map<string, number>
  /**
   * The ids that records had in members of their identity before entries merged or deleted what these refer to, by the ids of
   * the records.
   */
  referencesBeforeRemoval: Map<number, Record<string, number>>
  /**
   * The records that entries merge or delete: by their ids, those of the records that they are merged into, or null.
   */
  successorIds: Map<number, number | null>
}

/** Adds an id to those of a text. */
const addId = (idsByText: Map<string, number | number[]>, text: string, id: number): void => {
  const ids = idsByText.get(text)
  if (ids === undefined) idsByText.set(text, id)
  else if (ids === id || (Array.isArray(ids) && ids.includes(id))) return
  else if (typeof ids === 'number') idsByText.set(text, [ids, id])
  else ids.push(id)
}
