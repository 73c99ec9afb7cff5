import { keysOf } from '../../../base/objects.ts'
import { fields, type RowKind, rowKinds } from '../../../converters/csv/fields.ts'
import { columnNamesRule } from '../../../converters/csv/options.ts'
import type { Parameter } from '../../../http/query.ts'
import { lengthOf } from '../../../validation/rules.ts'

// How a table is read. Each parameter has the name of a flag of `import`.

export const booleanParameter = (description: string): Parameter<boolean> => ({
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  rule: 'must be true or false.',
  jsonSchema: { type: 'boolean', default: false },
  description,
})

const matching = (pattern: string, maxLength: number): Pick<Parameter<string>, 'parse' | 'jsonSchema'> => {
  const expression = new RegExp(pattern)
  return {
    parse: (text) => (lengthOf(text) <= maxLength && expression.test(text) ? text : undefined),
    jsonSchema: { type: 'string', pattern, maxLength },
  }
}

/** A part such as `title=Song`. A command can be given no control characters. */
const columnPattern = `(?:${keysOf(fields).join('|')})=[^=\\x00-\\x1f]*`

/** Those of the Encoding Standard that tables have, by their names. A table in UTF-8 or UTF-16 is known by itself. */
const encodings = [
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256'],
  ...['windows-1257', 'windows-1258', 'iso-8859-2', 'iso-8859-15', 'koi8-r', 'koi8-u', 'ibm866', 'macintosh'],
  ...['x-mac-cyrillic', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr', 'utf-8', 'utf-16le', 'utf-16be'],
]

export const tableParameters = {
  columns: {
    ...matching(`^${columnPattern}(?:,${columnPattern})*$`, 4_000),
    rule: `must be ${columnNamesRule}`,
    description: 'The columns of a table, by their fields.',
    example: 'title=Song,path=Where',
  },
  encoding: {
    parse: (text) => encodings.find((name) => name === text),
    rule: `must be one of ${encodings.join(', ')}.`,
    jsonSchema: { type: 'string', enum: encodings },
    description: 'The encoding of a table.',
    example: 'windows-1251',
  },
  root: {
    ...matching('^[^\\x00-\\x1f]*$', 1_000),
    rule: 'must have at most 1000 characters, and no control characters.',
    description: 'The music folder, to which paths of a table become relative.',
    example: '/srv/music',
  },
  rows: {
    parse: (text) => rowKinds.find((kind) => kind === text),
    rule: `must be ${rowKinds.join(' or ')}.`,
    jsonSchema: { type: 'string', enum: [...rowKinds] },
    description: 'What a row is of a table without a path.',
  },
  skip_unreadable: booleanParameter('Leave out values of a table that are not understood, and note them.'),
} satisfies Record<string, Parameter<string> | Parameter<RowKind> | Parameter<boolean>>
