import { expect, test } from 'bun:test'
import type { Reader } from '../../src/database/connection.ts'
import { type Answer, respond } from '../../src/http/answer.ts'
import { listContent } from '../../src/memory/listContent.ts'
import { type Assembled, assemble, type Page, spoil } from '../../src/memory/pieces.ts'
import { numbers } from '../support/chance.ts'

interface Thing {
  id: number
  text: string
}

/** A list of things, of which a page is a slice. */
const thingsOf = (chance: () => number) => {
  let things: Thing[] = []
  let last = 0
  const text = () => 'ä€x'.repeat(Math.floor(chance() * 60))
  const page: Page = async (_, { from, to, most }) =>
    things.filter(({ id }) => id >= from && id <= to).slice(0, most < 0 ? undefined : most)
  /** Makes, changes or removes some, and tells which. */
  const change = (): number[] => {
    const ids: number[] = []
    for (let n = Math.floor(chance() * 6); n >= 0; n--) {
      const kind = chance()
      const thing = things[Math.floor(chance() * things.length)]
      if (kind < 0.3 || !thing) {
        last += 1 + Math.floor(chance() * 3)
        things.push({ id: last, text: text() })
        ids.push(last)
      } else if (kind < 0.8) {
        things = things.map((each) => (each === thing ? { id: each.id, text: text() } : each))
        ids.push(thing.id)
      } else {
        things = things.filter((each) => each !== thing)
        ids.push(thing.id)
      }
    }
    return ids
  }
  return { page, change, clear: () => things.splice(0).map(({ id }) => id), json: () => JSON.stringify(things) }
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
    for (let step = 0; step < 40; step++) {
      const ids = step === 30 ? things.clear() : things.change()
      if (list) spoil(list.pieces, ids)
      list = await assemble(noReader, things.page, most, list)
      const content = listContent(list)
      const expected = things.json()
      // The first form that is asked for, and what comes after it, are made in different ways.
      const codings = ['', 'gzip', 'zstd']
      for (let asked = Math.floor(chance() * 4); asked > 0; asked--) {
        expect(await bodyOf(content, codings[Math.floor(chance() * 3)])).toBe(expected)
      }
    }
  }
})
