import type { Position } from './problems.ts'
import { scanItems } from './scanJson.ts'

/** One of so many entries is found without reading those before it. The offsets of all would take memory. */
const indexedEntries = 64

const newline = 0x0a

/** The text of a file to seed, and where its members and entries are. */
export class FileText {
  /** The offsets of the values of its members. */
  readonly memberOffsets = new Map<string, number>()
  private readonly entryOffsets = new Map<string, number[]>()

  constructor(readonly text: string) {}

  /** Adds an entry of a section, after those before it. */
  addEntry(section: string, index: number, offset: number): void {
    if (index % indexedEntries > 0) return
    const offsets = this.entryOffsets.get(section)
    if (offsets) offsets.push(offset)
    else this.entryOffsets.set(section, [offset])
  }

  /** Whether a member is an array, whose entries can be read. */
  isArray(member: string): boolean {
    return this.text[this.memberOffsets.get(member) ?? -1] === '['
  }

  /** Where an entry begins and ends in the text. */
  findEntry(section: string, index: number): { start: number; end: number } | undefined {
    const offset = this.entryOffsets.get(section)?.[Math.floor(index / indexedEntries)]
    if (offset === undefined) return
    // From an entry on, the rest of the array reads like an array that begins before it.
    let remaining = index % indexedEntries
    for (const item of scanItems(this.text, offset - 1)) if (remaining-- === 0) return item
  }

  /** The line and column of a place in the text. */
  positionAt(offset: number): Position {
    const [position] = this.positionsAt([offset])
    return position ?? { line: 1, column: 1 }
  }

  /** The lines and columns of places in ascending order. */
  positionsAt(offsets: readonly number[]): Position[] {
    let [line, lineStart, at] = [1, 0, 0]
    return offsets.map((offset) => {
      // A search for each newline would take a second for millions of empty lines.
      for (; at < offset; at++) {
        if (this.text.charCodeAt(at) !== newline) continue
        line++
        lineStart = at + 1
      }
      return { line, column: offset - lineStart + 1 }
    })
  }
}
