import type { NamedRows } from './unnamedColumns.ts'

/** `1. Blue Train`, `1) Blue Train`, `01 - Blue Train` or `A1: Blue Train`. No number is `2.0 Remix` or `3:45`. */
const numberedForm = /^([A-Z]{0,2}\d{1,3}[a-z]?)(?:[.)]\s*(?=\D)|:\s+|\s*[-–—]\s+)(.+)$/i

/** `1 Blue Train`, which may be a title such as `99 Luftballons`, too. */
const bareForm = /^([A-Z]{0,2}\d{1,3}[a-z]?)\s+(.+)$/

/** `Blue Train 10:43`, `Blue Train (10:43)` or `Blue Train – 10:43`. */
const lengthForm = /^(.*[^\s.…–—-])[\s.…–—-]+[([]?(\d{1,3}:\d\d(?::\d\d)?)[)\]]?$/

/** Reads one track of each line. What has no known form is a title. */
export const parseLines = (lines: readonly string[]): NamedRows => {
  const filled = lines.flatMap((text, index) => (text.trim() === '' ? [] : { line: index + 1, text: text.trim() }))
  const isNumbered = filled.length > 1 && filled.every(({ text }) => bareForm.test(text) || numberedForm.test(text))
  const rows = filled.map(({ line, text }) => {
    const [, position = '', rest = text] = numberedForm.exec(text) ?? (isNumbered ? bareForm.exec(text) : null) ?? []
    const [, title = rest, length = ''] = lengthForm.exec(rest) ?? []
    return { line, cells: [position, title, length] }
  })
  return { header: ['No.', 'Title', 'Duration'], rows }
}
