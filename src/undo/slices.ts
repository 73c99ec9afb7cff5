const idsPerSelect = 500

/** Calls a function for parts of an array. */
export async function* slices<Item>(items: readonly Item[], yieldIfDue: () => Promise<void>): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += idsPerSelect) {
    await yieldIfDue()
    yield items.slice(start, start + idsPerSelect)
  }
}
