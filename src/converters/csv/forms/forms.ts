import { normalizeName } from '../fields.ts'
import { beets } from './beets.ts'
import { discogs } from './discogs.ts'
import { exportify, exportifyWithUris } from './exportify.ts'
import type { TableForm } from './form.ts'
import { recordForms } from './records.ts'
import { spotify } from './spotify.ts'

const forms: readonly TableForm[] = [
  ...Object.values(recordForms),
  exportifyWithUris,
  exportify,
  discogs,
  beets,
  spotify,
]

/** The form whose columns a header has, if there is one. */
export const findForm = (header: readonly string[]): TableForm | undefined => {
  const names = new Set(header.map(normalizeName))
  return forms.find(
    (form) =>
      form.header.every((name) => names.has(name)) && (form.section === undefined || names.size === form.header.length),
  )
}
