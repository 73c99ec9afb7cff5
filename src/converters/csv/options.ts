import { keysOf } from '../../base/objects.ts'
import type { ColumnNames } from './columns.ts'
import { type FieldName, fields } from './fields.ts'

// What a user says about a table, as texts. A rule is the rest of a sentence, for a text that is not understood.

export const columnNamesRule = `FIELD=COLUMN. The fields are ${keysOf(fields).join(', ')}.`

/** Parses `title=Song,path=Where`, and adds it to columns that were given before. A comma that no field follows is part of a name. */
export const parseColumnNames = (
  text: string,
  columns: ColumnNames = new Map(),
): Map<FieldName, string[]> | undefined => {
  const parsed = new Map([...columns].map(([field, names]) => [field, [...names]]))
  for (const part of text.split(/,(?=\s*\w+\s*=)/)) {
    const [, given = '', column = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? []
    const field = keysOf(fields).find((name) => name === given.toLowerCase())
    if (!field) return
    const names = parsed.getOrInsertComputed(field, () => [])
    // A field without a column is not read.
    if (column.trim() !== '') names.push(column.trim())
  }
  return parsed
}

export const encodingRule =
  'is not known. Some known ones are utf-8, utf-16le, windows-1252, windows-1251, macintosh, x-mac-cyrillic, shift_jis and gb18030.'

/** @returns the name in the Encoding Standard; undefined for a text that is no label of it */
export const parseEncodingName = (text: string): string | undefined => {
  try {
    return new TextDecoder(text as Bun.Encoding).encoding // It throws for a text that is no label.
  } catch {
    return
  }
}
