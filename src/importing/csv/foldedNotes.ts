import type { AddNote } from '../notes.ts'

/** Collects sentences that may concern many rows. Each becomes one note, at the first of its rows. */
export class FoldedNotes {
  private readonly notes = new Map<string, { place: string; count: number }>()

  add(place: string, sentence: string): void {
    const note = this.notes.get(sentence)
    if (note) note.count++
    else this.notes.set(sentence, { place, count: 1 })
  }

  addTo(addNote: AddNote): void {
    for (const [sentence, { place, count }] of this.notes) {
      addNote(place, count === 1 ? sentence : `${sentence} (${count} rows)`)
    }
  }
}
