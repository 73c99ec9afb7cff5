import { isResourceName, type ResourceName } from '../catalogue/resources.ts'
import type { FileProblems } from '../seeding/read/problems.ts'

/** What was left out or decided, and the place of the row that it concerns. */
export interface Note {
  place: string
  sentence: string
}

export type AddNote = (place: string, sentence: string) => void

/** Adds a note about a row. @param group - what sentences of a kind have in common: they become one note */
export type AddRowNote = (sentence: string, group?: string) => void

/** Compares places with their numbers as numbers: line 9 comes before line 10. */
export const comparePlaces = new Intl.Collator('en', { numeric: true }).compare

/** The line in a place such as `tracks.csv:12`. */
export const lineOfPlace = (place = ''): number | undefined => {
  const line = /:(\d+)$/.exec(place)?.[1]
  return line === undefined ? undefined : Number(line)
}

/** Collects sentences that may concern many rows. Those of a group become one note, at the first of its rows. */
export class FoldedNotes {
  private readonly notes = new Map<string, { place: string; sentence: string; count: number }>()

  /** @param group - what sentences have in common that contain a value of their row */
  add(place: string, sentence: string, group = sentence, count = 1): void {
    const note = this.notes.get(group)
    if (note) note.count += count
    else this.notes.set(group, { place, sentence, count })
  }

  /** Returns a function that adds notes about a row, one of each group. */
  ofRow(place: string): AddRowNote {
    let groups: Set<string> | undefined
    return (sentence, group = sentence) => {
      if (!groups?.has(group)) this.add(place, sentence, group)
      groups ??= new Set()
      groups.add(group)
    }
  }

  addTo(addNote: AddNote): void {
    for (const { place, sentence, count } of this.notes.values()) {
      addNote(place, count === 1 ? sentence : `${sentence} (${count} rows)`)
    }
  }
}

/** The line of the row that an entry of a catalogue was made of. */
export type LineOf = (section: ResourceName, index: number) => number | undefined

/**
 * Places of the catalogue of a converted file as those of its rows. Call it when the catalogue has been read.
 * @returns the places in the order of the rows, without pointers
 */
export const toRows = ({ lineOf }: { lineOf: LineOf }, places: FileProblems['problems']) => {
  const located = places.map(({ pointer, sentence, ...position }) => {
    const [, section = '', index = ''] = pointer.split('/')
    const line = isResourceName(section) && index !== '' ? lineOf(section, Number(index)) : undefined
    return { pointer: '', sentence, ...(line === undefined ? position : { line, column: 1 }) }
  })
  return located.sort((a, b) => a.line - b.line)
}
