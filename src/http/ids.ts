import { NotFound } from '../errors.ts'

/** The parameters of a path that names a record. */
export interface RecordPath {
  id?: string
}

/** Elysia makes null of an id that is no text once decoded; a refusal has to name it as it was sent. */
export const restoreRawId = (params: Record<string, unknown> | undefined, path: string) => {
  if (params?.id === null) params.id = path.split('/')[3]
}

/**
 * The id that a path names.
 * @throws NotFound, with the id as it was sent, for anything but a whole number from 1 to 2^53 - 1.
 */
export const parseId = (kind: string, { id: sent = '' }: RecordPath): number => {
  const id = /^[1-9]\d*$/.test(sent) ? Number(sent) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new NotFound(kind, sent)
  return id
}
