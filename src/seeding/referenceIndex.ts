/** Finds the records of one section that a reference names, as they will be when the file is seeded. */
export class ReferenceIndex {
  /** The ids of records by the keys that the file gives them. */
  private readonly byFileKey = new Map<string, number>()
  /** The ids of records by keys that only the library contains. The author of the file may not know them. */
  private readonly byLibraryKey = new Map<string, number>()
  private readonly byName = new Map<string, number | number[]>()
  /** The ids of records by texts that named them, or the records that were merged into them, before. */
  private readonly byAlias = new Map<string, number>()
  private readonly names = new Map<number, string>()

  /** @param keepsNames whether `nameOf` will be called; names of many records take memory */
  constructor(private readonly keepsNames: boolean) {}

  add(id: number, name: string, fileKey: string | undefined, libraryKey: string | null | undefined): void {
    if (this.keepsNames) this.names.set(id, name)
    if (fileKey !== undefined) this.byFileKey.set(fileKey, id)
    else if (typeof libraryKey === 'string') this.byLibraryKey.set(libraryKey, id)
    const ids = this.byName.get(name)
    if (ids === undefined) this.byName.set(name, id)
    else if (typeof ids === 'number') this.byName.set(name, [ids, id])
    else ids.push(id)
  }

  /** Lets references name a record by a text that no other record has. The first record with the alias keeps it. */
  addAlias(id: number, alias: string): void {
    if (!this.byAlias.has(alias)) this.byAlias.set(alias, id)
  }

  /**
   * Returns the id of the record that a reference names, the ids when it fits several, or undefined.
   * A key in the file takes precedence over names. A key that only the library contains does not.
   */
  find(reference: string): number | readonly number[] | undefined {
    const keyedId = this.byFileKey.get(reference)
    if (keyedId !== undefined) return keyedId
    const libraryId = this.byLibraryKey.get(reference)
    const namedIds = this.byName.get(reference) ?? (libraryId === undefined ? this.byAlias.get(reference) : undefined)
    if (libraryId === undefined || namedIds === libraryId) return namedIds
    return namedIds === undefined ? libraryId : [libraryId, ...[namedIds].flat()]
  }

  /** The name of a record that was added, when the index keeps names. */
  nameOf(id: number): string | undefined {
    return this.names.get(id)
  }
}
