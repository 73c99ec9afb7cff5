import { NotFound } from '../faults.ts'

/** The parameters of a path that names a record. */
export interface RecordPath {
  /** As it was sent; null where it is no text at all once decoded. */
  id?: string | null
}

/**
 * The id that a path names.
 * @throws NotFound, with the id as it was sent, for anything but a whole number from 1 to 2^53 - 1.
 */
export const idOf = (kind: string, { id: sent }: RecordPath): number => {
  const id = /^[1-9]\d*$/.test(sent ?? '') ? Number(sent) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new NotFound(kind, sent ?? 'with that id')
  return id
}
