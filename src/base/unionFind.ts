/** Sets of numbers that are joined one pair after another. A number that was never joined is a set by itself. */
export class UnionFind {
  readonly #parents = new Map<number, number>()

  /** Joins the sets of two numbers. */
  join(first: number, second: number): void {
    const [root, other] = [this.rootOf(first), this.rootOf(second)]
    if (root !== other) this.#parents.set(other, root)
  }

  /** The number that stands for the set of another one. */
  rootOf(number: number): number {
    let root = number
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) {
      // A shorter path for the next time.
      const above = this.#parents.get(parent)
      if (above !== undefined) this.#parents.set(root, above)
      root = parent
    }
    return root
  }
}
