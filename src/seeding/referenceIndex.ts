/** What references of one section can name: the records as they will be once the file is seeded. */
export class ReferenceIndex {
  /** By the keys of the file. */
  private readonly byKey = new Map<string, number>()
  /** By keys that only the library has, and that whoever wrote the file may not know of. */
  private readonly byHiddenKey = new Map<string, number>()
  private readonly byName = new Map<string, number | number[]>()
  private readonly names = new Map<number, string>()

  /** @param keepsNames whether `nameOf` will be asked */
  constructor(private readonly keepsNames: boolean) {}

  add(id: number, name: string, key: string | undefined, hiddenKey: string | null | undefined) {
    if (this.keepsNames) this.names.set(id, name)
    if (key !== undefined) this.byKey.set(key, id)
    else if (typeof hiddenKey === 'string') this.byHiddenKey.set(hiddenKey, id)
    const others = this.byName.get(name)
    if (others === undefined) this.byName.set(name, id)
    else if (typeof others === 'number') this.byName.set(name, [others, id])
    else others.push(id)
  }

  /**
   * The id, or the ids, that a reference fits: a key fits one record and comes first, a name may fit several. A key that
   * only the library has does not come before a name.
   */
  find(reference: string): number | readonly number[] | undefined {
    const keyed = this.byKey.get(reference)
    if (keyed !== undefined) return keyed
    const hidden = this.byHiddenKey.get(reference)
    const named = this.byName.get(reference)
    if (hidden === undefined || named === hidden) return named
    return named === undefined ? hidden : [hidden, ...[named].flat()]
  }

  nameOf(id: number): string | undefined {
    return this.names.get(id)
  }
}
