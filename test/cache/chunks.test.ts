import { expect, test } from 'bun:test'
import { type Assembled, assemble, type Listing, spoil } from '../../src/cache/chunks.ts'
import { keyOf } from '../../src/cache/dependencies.ts'
import { listContent } from '../../src/cache/listBody.ts'
import type { Reader } from '../../src/database/connection.ts'
import { type Answer, respond } from '../../src/http/cachedResponse.ts'
import { numbers } from '../support/random.ts'

interface Thing {
  id: number
  text: string
  label: { id: number; name: string }
}

/** A list of things, of which a page is a slice. */
const thingsOf = (chance: () => number) => {
  let things: Thing[] = []
  let last = 0
  const text = () => 'ä€x'.repeat(Math.floor(chance() * 60))
  const names = ['one', 'two', 'three', 'four', 'five']
  const label = () => {
    const id = Math.floor(chance() * names.length)
    return { id, name: names[id] ?? '' }
  }
  const page: Listing = async (_, { from, to, limit: most }) =>
    things.filter(({ id }) => id >= from && id <= to).slice(0, most < 0 ? undefined : most)
  /** Makes, changes or removes some, and tells which; or changes what nests in some. */
  const change = (): { ids: number[]; nested: Set<number> } => {
    const ids: number[] = []
    if (chance() < 0.3) {
      const { id } = label()
      names[id] = text()
      things = things.map((each) => (each.label.id === id ? { ...each, label: { id, name: names[id] ?? '' } } : each))
      return { ids, nested: new Set([keyOf('labels', id)]) }
    }
    for (let n = Math.floor(chance() * 6); n >= 0; n--) {
      const kind = chance()
      const thing = things[Math.floor(chance() * things.length)]
      if (kind < 0.3 || !thing) {
        last += 1 + Math.floor(chance() * 3)
        things.push({ id: last, text: text(), label: label() })
        ids.push(last)
      } else if (kind < 0.8) {
        things = things.map((each) => (each === thing ? { id: each.id, text: text(), label: label() } : each))
        ids.push(thing.id)
      } else {
        things = things.filter((each) => each !== thing)
        ids.push(thing.id)
      }
    }
    return { ids, nested: new Set() }
  }
  return {
    page,
    change,
    clear: () => ({ ids: things.splice(0).map(({ id }) => id), nested: new Set<number>() }),
    json: () => JSON.stringify(things),
  }
}

const noReader = {} as Reader // the pages are made without one

const bodyOf = async (content: Answer['content'], coding = '') => {
  const request = new Request('http://localhost/', { headers: coding ? { 'accept-encoding': coding } : {} })
  const response = await respond({ content, etag: 'W/"x"' }, request)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const plain = coding === 'gzip' ? Bun.gunzipSync(bytes) : coding === 'zstd' ? Bun.zstdDecompressSync(bytes) : bytes
  return Buffer.from(plain).toString('utf8')
}

test.each([
  ['whole', 1e9],
  ['packed', 0],
  ['whole or packed, as it grows and shrinks', 20_000],
])('a list that is kept %s is what it would be if it were made anew, after any changes', async (_, most) => {
  for (let seed = 1; seed <= 12; seed++) {
    const chance = numbers(seed)
    const things = thingsOf(chance)
    for (let n = 0; n < 30; n++) things.change()
    let list: Assembled | undefined
    let content: Answer['content'] | undefined
    for (let step = 0; step < 40; step++) {
      const { ids, nested } = step === 30 ? things.clear() : things.change()
      if (list) spoil(list.pieces, ids)
      const next = await assemble(noReader, things.page, most, list, nested)
      // One in which nothing has to be made again is the same, and is sent as before.
      if (next !== list || !content) content = listContent(next)
      list = next
      const expected = things.json()
      // The first form that is asked for, and what comes after it, are made in different ways.
      const codings = ['', 'gzip', 'zstd']
      for (let asked = Math.floor(chance() * 4); asked > 0; asked--) {
        expect(await bodyOf(content, codings[Math.floor(chance() * 3)])).toBe(expected)
      }
    }
  }
})
