import { expect, test } from 'bun:test'
import { createRandom, type Random } from '../../src/base/random.ts'
import { type BuiltList, type ListSource, listHashOf, markStale, pageById } from '../../src/cache/chunks.ts'
import { listBody } from '../../src/cache/listBody.ts'
import { rebuildList } from '../../src/cache/rebuildList.ts'
import type { StoredRecord } from '../../src/catalogue/store.ts'
import { type CachedResponse, sendCached } from '../../src/http/cachedResponse.ts'
import type { Reader } from '../../src/library/connection.ts'

interface Item extends StoredRecord {
  text: string
  label: { id: number; name: string }
}

/** A list in memory, and the changes to it. */
const createItems = (random: Random) => {
  let items: Item[] = []
  let lastId = 0
  const text = () => 'ä€x'.repeat(Math.floor(random() * 60))
  const names = ['one', 'two', 'three', 'four', 'five']
  const label = () => {
    const id = Math.floor(random() * names.length)
    return { id, name: names[id] ?? '' }
  }
  const source: ListSource = {
    read: async (_, { from, to, limit }) =>
      pageById(items.filter(({ id }) => id >= from && id <= to).slice(0, limit < 0 ? undefined : limit)),
    nestedIn: (records) => (records as Item[]).map((item) => item.label.id), // the records of `read`
  }
  /** Inserts, changes or deletes some items, and returns their ids; or changes a label, and returns its key. */
  const change = (): { ids: number[]; nested: Set<number> } => {
    const ids: number[] = []
    if (random() < 0.3) {
      const { id } = label()
      names[id] = text()
      items = items.map((item) => (item.label.id === id ? { ...item, label: { id, name: names[id] ?? '' } } : item))
      return { ids, nested: new Set([id]) }
    }
    for (let n = Math.floor(random() * 6); n >= 0; n--) {
      const kind = random()
      const item = items[Math.floor(random() * items.length)]
      if (kind < 0.3 || !item) {
        lastId += 1 + Math.floor(random() * 3)
        items.push({ id: lastId, text: text(), label: label() })
        ids.push(lastId)
      } else if (kind < 0.8) {
        items = items.map((other) => (other === item ? { id: item.id, text: text(), label: label() } : other))
        ids.push(item.id)
      } else {
        items = items.filter((other) => other !== item)
        ids.push(item.id)
      }
    }
    return { ids, nested: new Set() }
  }
  return {
    source,
    change,
    clear: () => ({ ids: items.splice(0).map(({ id }) => id), nested: new Set<number>() }),
    json: () => JSON.stringify(items),
  }
}

const noReader = {} as Reader // the source above reads from memory

const textOf = async (body: CachedResponse['body'], encoding = '') => {
  const request = new Request('http://localhost/', { headers: encoding ? { 'accept-encoding': encoding } : {} })
  const response = await sendCached({ body, etag: 'W/"x"' }, request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const plain =
    encoding === 'gzip' ? Bun.gunzipSync(bytes) : encoding === 'zstd' ? Bun.zstdDecompressSync(bytes) : bytes
  return Buffer.from(plain).toString('utf8')
}

test.each([
  ['uncompressed', 1e9],
  ['compressed', 0],
  ['uncompressed or compressed, as it grows and shrinks', 20_000],
])('a list that is cached %s equals an uncached one after any changes', async (_, maxBytes) => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = createRandom(seed)
    const items = createItems(random)
    for (let n = 0; n < 30; n++) items.change()
    let list: BuiltList | undefined
    const contents = new Map<bigint, string>()
    let body: CachedResponse['body'] | undefined
    for (let step = 0; step < 40; step++) {
      const { ids, nested } = step === 30 ? items.clear() : items.change()
      if (list) markStale(list.chunks, ids)
      const chunksPerSelect = 1 + (seed % 3)
      const next = await rebuildList(noReader, items.source, {
        maxBytes,
        chunksPerSelect,
        former: list,
        changedNested: nested,
      })
      // A list without stale chunks is returned as it is, and keeps its body.
      if (next !== list || !body) body = listBody(next)
      list = next
      const expected = items.json()
      // The hash follows from the content, and not from the builds that led to it.
      const hash = listHashOf(next)
      expect(listHashOf(await rebuildList(noReader, items.source, { maxBytes: 1e9 }))).toBe(hash)
      expect(contents.get(hash) ?? expected).toBe(expected)
      contents.set(hash, expected)
      // The first response and later ones are built in different ways, as are the encodings.
      const encodings = ['', 'gzip', 'zstd']
      for (let responses = Math.floor(random() * 4); responses > 0; responses--) {
        expect(await textOf(body, encodings[Math.floor(random() * 3)])).toBe(expected)
      }
    }
  }
})
