/** What references of one section can name: the records as they will be once the file is seeded. */
export class Directory {
  private readonly byKey = new Map<string, number>()
  private readonly byName = new Map<string, number | number[]>()
  private readonly names = new Map<number, string>()

  /** @param keepsNames whether `nameOf` will be asked */
  constructor(private readonly keepsNames: boolean) {}

  add(id: number, key: string | null | undefined, name: string) {
    this.note(id, name)
    if (typeof key === 'string') this.byKey.set(key, id)
    const others = this.byName.get(name)
    if (others === undefined) this.byName.set(name, id)
    else if (typeof others === 'number') this.byName.set(name, [others, id])
    else others.push(id)
  }

  /** Keeps the name of a record that references can't name. */
  note(id: number, name: string) {
    if (this.keepsNames) this.names.set(id, name)
  }

  /** The id, or the ids, that a reference fits: a key fits one record and comes first, a name may fit several. */
  find(reference: string): number | readonly number[] | undefined {
    return this.byKey.get(reference) ?? this.byName.get(reference)
  }

  nameOf(id: number): string | undefined {
    return this.names.get(id)
  }
}
