import { ValidationError } from '../../../base/errors.ts'

/** A row of a pasted table: a track, with its artists and genres by their names. */
export interface PastedTrack {
  line: number
  title: string
  file_path: string
  duration_seconds: number | null
  artists: string[]
  genres: string[]
}

const maxListedProblems = 20

/** @throws ValidationError with these sentences about the member `text`, if there are any */
export const rejectProblems = (sentences: readonly string[]): void => {
  if (sentences.length > 0) throw new ValidationError({ text: sentences.slice(0, maxListedProblems) })
}
