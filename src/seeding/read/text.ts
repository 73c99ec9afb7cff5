import { yieldIfDue } from '../../base/eventLoop.ts'
import type { Position } from './problems.ts'
import { scanItems } from './scanJson.ts'

/**
 * One of so many entries is found without reading those before it, and each that follows so many characters. The offsets of all would take
 * memory.
 */
const indexedEntries = 64
const indexedCharacters = 65_536

/** The number of characters whose lines are counted before others may run. */
const charactersPerSlice = 1_048_576

const newline = 0x0a

export const startOfText: Position = { line: 1, column: 1 }

/** The text of a file to seed, and where its members and entries are. */
export class FileText {
  /** The offsets of the values of its members. */
  readonly memberOffsets = new Map<string, number>()
  private readonly indexed = new Map<string, { index: number; offset: number }[]>()

  constructor(readonly text: string) {}

  /** Adds an entry of a section, after those before it. */
  addEntry(section: string, index: number, offset: number): void {
    const indexed = this.indexed.get(section)
    const last = indexed?.at(-1)
    if (!indexed || !last) this.indexed.set(section, [{ index, offset }])
    else if (index - last.index >= indexedEntries || offset - last.offset > indexedCharacters)
      indexed.push({ index, offset })
  }

  /** Whether a member is an array, whose entries can be read. */
  isArray(member: string): boolean {
    return this.text[this.memberOffsets.get(member) ?? -1] === '['
  }

  /** Where an entry begins and ends in the text. */
  findEntry(section: string, index: number): { start: number; end: number } | undefined {
    const indexed = this.indexed.get(section) ?? []
    // The last indexed entry that is not after it is from `low` on, and before `high`.
    let [low, high] = [0, indexed.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((indexed[middle]?.index ?? 0) <= index) low = middle
      else high = middle
    }
    const before = indexed[low]
    if (!before) return
    // From an entry on, the rest of the array reads like an array that begins before it.
    let remaining = index - before.index
    for (const item of scanItems(this.text, before.offset - 1)) if (remaining-- === 0) return item
  }

  /** The line and column of a place in the text. */
  async positionAt(offset: number): Promise<Position> {
    const [position] = await this.positionsAt([offset])
    return position ?? startOfText
  }

  /** The lines and columns of places in ascending order. */
  async positionsAt(offsets: readonly number[]): Promise<Position[]> {
    let [line, lineStart, at] = [1, 0, 0]
    const countLines = (end: number) => {
      // A search for each newline would take a second for millions of empty lines.
      for (; at < end; at++) {
        if (this.text.charCodeAt(at) !== newline) continue
        line++
        lineStart = at + 1
      }
    }
    const positions: Position[] = []
    for (const offset of offsets) {
      for (; at < offset; await yieldIfDue()) countLines(Math.min(offset, at + charactersPerSlice))
      positions.push({ line, column: offset - lineStart + 1 })
    }
    return positions
  }
}
