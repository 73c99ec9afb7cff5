import { yieldIfDue } from '../../base/eventLoop.ts'
import { type ScannedValue, scanItems, scanMembers, scanValue } from '../read/scanJson.ts'
import type { FileText } from '../read/text.ts'

/** The number of entries that are scanned before others may run. */
const entriesPerSlice = 100

// Edits of the text of a file. Everything but the values that change stays as it is, so that a diff of the files shows these alone.

interface Edit {
  start: number
  end: number
  text: string
}

type Range = Pick<ScannedValue, 'start' | 'end'>

/** Collects the edits of a file, whose entries have been read. They do not overlap. */
export class TextEdits {
  private readonly edits: Edit[] = []
  private addedSections = 0

  constructor(private readonly file: FileText) {}

  /** The raw text of a member of an entry, and where it is; undefined if the entry has no such member. */
  findMember(section: string, index: number, name: string): (Range & { text: string }) | undefined {
    const found = this.membersOf(section, index).find((member) => member.name === name)
    return found && { ...found.value, text: this.file.text.slice(found.value.start, found.value.end) }
  }

  /** Removes members of an entry, which has others, and adds members at its end. */
  changeMembers(
    section: string,
    index: number,
    removed: readonly string[],
    added: readonly (readonly [name: string, value: unknown])[],
  ): void {
    if (removed.length + added.length === 0) return
    const members = this.membersOf(section, index)
    const ranges = members.map(({ start, value }) => ({ start, end: value.end }))
    this.removeItems(ranges, (position) => removed.includes(members[position]?.name ?? ''))
    const last = ranges.at(-1)
    if (!last) return
    const separator = this.separatorOf(ranges) ?? ', '
    const texts = added.map(([name, value]) => `${separator}${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    this.edits.push({ start: last.end, end: last.end, text: texts.join('') })
  }

  /** Removes some items of an array, or members of an object, but not all. The comma goes with them: the one before or, at the start, after them. */
  private removeItems(items: readonly Range[], isRemoved: (position: number) => boolean): void {
    for (let position = 0; position < items.length; position++) {
      if (!isRemoved(position)) continue
      const [previous, first] = [items[position - 1], items[position] as Range] // it is one of the items
      while (position + 1 < items.length && isRemoved(position + 1)) position++
      const [last, next] = [items[position] as Range, items[position + 1]]
      if (previous) this.replace({ start: previous.end, end: last.end }, '')
      else if (next) this.replace({ start: first.start, end: next.start }, '')
    }
  }

  private membersOf(section: string, index: number): { name: string; start: number; value: Range }[] {
    const { text } = this.file
    const entry = this.file.findEntry(section, index)
    if (!entry) return []
    return [...scanMembers(text, entry.start)].map(({ nameStart, nameEnd, valueStart }) => ({
      name: JSON.parse(text.slice(nameStart, nameEnd)),
      start: nameStart,
      value: scanValue(text, valueStart),
    }))
  }

  replace({ start, end }: Range, text: string): void {
    this.edits.push({ start, end, text })
  }

  /** Replaces the items of an array: those that stay keep their place and how they are written, and others follow them. */
  replaceItems(range: Range, items: readonly string[]): void {
    const { text } = this.file
    const before = [...scanItems(text, range.start)]
    const kept = before.filter(({ start, end }) => items.includes(JSON.parse(text.slice(start, end))))
    const known = new Set(kept.map(({ start, end }) => JSON.parse(text.slice(start, end))))
    const added = items.filter((item) => !known.has(item)).map((item) => JSON.stringify(item))
    const written = [...kept.map(({ start, end }) => text.slice(start, end)), ...added]
    const [first, last] = [before[0], before.at(-1)]
    const [opening, closing] =
      first && last ? [text.slice(range.start + 1, first.start), text.slice(last.end, range.end - 1)] : ['', '']
    const separator = this.separatorOf(before) ?? (opening.includes('\n') ? `,${opening}` : ', ')
    this.replace(range, written.length === 0 ? '[]' : `[${opening}${written.join(separator)}${closing}]`)
  }

  /** What is between two items; undefined if there is only one. */
  private separatorOf([first, second]: readonly Range[]): string | undefined {
    return first && second && this.file.text.slice(first.end, second.start)
  }

  /** Removes entries of a section, and adds others at its end. */
  async changeEntries(section: string, removed: ReadonlySet<number>, added: readonly string[]): Promise<void> {
    if (removed.size === 0 && added.length === 0) return
    const start = this.file.memberOffsets.get(section)
    if (start === undefined) this.addSection(section, added)
    else await this.changeArray(start, removed, added)
  }

  private async changeArray(start: number, removed: ReadonlySet<number>, added: readonly string[]): Promise<void> {
    const { text } = this.file
    const entries: ScannedValue[] = []
    for (const entry of scanItems(text, start)) if (entries.push(entry) % entriesPerSlice === 0) await yieldIfDue()
    const [first, last] = [entries[0], entries.at(-1)]
    if (!first || !last) {
      this.edits.push({ start: start + 1, end: start + 1, text: `${newline}${added.join(`,${newline}`)}\n  ` })
      return
    }
    const opening = text.slice(start + 1, first.start)
    const separator = this.separatorOf(entries) ?? `,${opening.includes('\n') ? opening : newline}`
    if (entries.every((_, index) => removed.has(index))) {
      if (added.length > 0) this.replace({ start: first.start, end: last.end }, added.join(separator))
      else this.replace({ start: start + 1, end: text.indexOf(']', last.end) }, '')
      return
    }
    this.removeItems(entries, (index) => removed.has(index))
    if (added.length === 0) return
    this.edits.push({ start: last.end, end: last.end, text: added.map((entry) => separator + entry).join('') })
  }

  private addSection(section: string, added: readonly string[]): void {
    const before = this.file.text.slice(0, this.file.text.lastIndexOf('}')).trimEnd()
    const comma = before.endsWith('{') && this.addedSections === 0 ? '' : ','
    this.addedSections++
    const entries = `${newline}${added.join(`,${newline}`)}\n  `
    this.edits.push({
      start: before.length,
      end: before.length,
      text: `${comma}\n  ${JSON.stringify(section)}: [${entries}]`,
    })
  }

  /** The text with all edits. */
  apply(): string {
    const { text } = this.file
    const parts: string[] = []
    let at = 0
    for (const { start, end, text: replacement } of this.edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
      parts.push(text.slice(at, start), replacement)
      at = end
    }
    parts.push(text.slice(at))
    return parts.join('')
  }
}

/** What is before an entry that a section did not have. */
const newline = '\n    '
