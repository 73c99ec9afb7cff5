/** What was left out or decided, and the place of the row that it concerns. */
export interface Note {
  place: string
  sentence: string
}

export type AddNote = (place: string, sentence: string) => void

/** Compares places with their numbers as numbers: line 9 comes before line 10. */
export const comparePlaces = new Intl.Collator('en', { numeric: true }).compare
