import { NotFound } from '../base/errors.ts'
import { parseId } from '../validation/reference.ts'

/** The parameters of a path such as `/tracks/:id`. */
export interface RecordPath {
  id?: string
}

/**
 * Replaces an id that Elysia could not percent-decode, and so set to null, with its text in the path: the 404 names the
 * id as it was sent.
 */
export const restoreRawId = (params: Record<string, unknown> | undefined, path: string, route: string) => {
  if (params?.id === null) params.id = path.split('/')[route.split('/').indexOf(':id')]
}

/**
 * Parses the id of a path.
 * @throws NotFound, with the id as it was sent, for anything but an integer from 1 to 2^53 - 1
 */
export const parsePathId = (kind: string, { id: sent = '' }: RecordPath): number => {
  const id = parseId(sent)
  if (id === undefined) throw new NotFound(kind, sent)
  return id
}
