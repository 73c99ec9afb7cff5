import { normalizeName } from '../fields.ts'
import { beets } from './beets.ts'
import { discogs } from './discogs.ts'
import { exportify, exportifyWithUris } from './exportify.ts'
import type { TableForm } from './form.ts'

const forms: readonly TableForm[] = [exportifyWithUris, exportify, discogs, beets]

/** The form whose columns a header has, if there is one. */
export const findForm = (header: readonly string[]): TableForm | undefined => {
  const names = new Set(header.map(normalizeName))
  return forms.find((form) => form.header.every((name) => names.has(name)))
}
