/** A sequence of values that is kept in pages of compressed JSON: the objects of 100,000 records would take some 200 MB. */
interface CompressedPages<Item> {
  readonly length: number
  push(page: readonly Item[]): void
  pages(): Generator<Item[]>
  values(): Generator<Item>
}

export const compressedPages = <Item>(): CompressedPages<Item> => {
  const frames: Uint8Array[] = []
  let length = 0
  const push = (page: readonly Item[]) => {
    length += page.length
    if (page.length > 0) frames.push(Bun.zstdCompressSync(JSON.stringify(page), { level: 1 }))
  }
  function* pages(): Generator<Item[]> {
    for (const frame of frames) yield JSON.parse(Bun.zstdDecompressSync(frame).toString())
  }
  function* values() {
    for (const page of pages()) yield* page
  }
  return {
    get length() {
      return length
    },
    push,
    pages,
    values,
  }
}

/** The same for items that come one by one. */
export const compressedList = <Item>(itemsPerPage: number) => {
  const stored = compressedPages<Item>()
  let page: Item[] = []
  let length = 0
  const store = () => {
    stored.push(page)
    page = []
  }
  return {
    get length() {
      return length
    },
    add: (item: Item) => {
      length++
      if (page.push(item) === itemsPerPage) store()
    },
    pages: (): Generator<Item[]> => {
      store()
      return stored.pages()
    },
  }
}
