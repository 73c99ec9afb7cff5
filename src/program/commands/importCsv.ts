import { Command, InvalidArgumentError } from 'commander'
import { OperationalError } from '../../base/errors.ts'
import { escapeControls } from '../../base/escaping.ts'
import { keysOf, withoutUndefined } from '../../base/objects.ts'
import { formatCount } from '../../base/words.ts'
import { buildCatalogue } from '../../converters/buildCatalogue.ts'
import { correctRow } from '../../converters/corrections.ts'
import type { ColumnNames } from '../../converters/csv/columns.ts'
import { type FieldName, fields, type ListField } from '../../converters/csv/fields.ts'
import { readCsv } from '../../converters/csv/readCsv.ts'
import { defaultListSeparators } from '../../converters/csv/rowReader.ts'
import { addCorrectionsOption, readCorrectionsFile } from '../corrections.ts'
import { printCsvProblems, printNotes } from '../output/importing.ts'
import { printChunks } from '../output/write.ts'
import { readBytes } from '../readText.ts'

interface Options {
  corrections?: string
  columns?: Map<FieldName, string[]>
  encoding?: string
  listSeparator?: Record<ListField, string>
  root?: string
  quiet?: true
}

export const importCommand = () =>
  addCorrectionsOption(new Command('import'))
    .description(
      'print a catalogue file with the tracks of a CSV file, or of the library of another program; changes nothing',
    )
    .argument(
      '<file>',
      'a CSV file with one track in each row, or the XML of Apple Music or rekordbox; - for standard input',
    )
    .option('--columns <field=column,…>', 'which columns to read, such as title=Song,path=Where', parseColumns)
    .option('--encoding <name>', 'the encoding of the file, such as windows-1251 or macintosh', parseEncoding)
    .option(
      '--list-separator <text>',
      'what separates several artists or genres in one cell (default: ;), or artists=;,genres=,',
      parseListSeparator,
    )
    .option('--root <folder>', 'the music folder: paths in it become relative to it')
    .option('--quiet', 'print nothing but the catalogue and errors')
    .action(importFile)

const importFile = async (file: string, given: Options) => {
  const { columns = new Map(), encoding, listSeparator: listSeparators, root, quiet } = given
  const corrections = await readCorrectionsFile(given.corrections)
  const name = file === '-' ? '<stdin>' : file
  const options = withoutUndefined({ columns, encoding, listSeparators, root })
  const bytes = await readBytes(file)
  // Loaded only for an import: the help loads all commands.
  const { findXmlForm, readXml } = await import('../../converters/xml/readXml.ts')
  const form = findXmlForm(bytes)
  const { rows, problems, notes, summary } = form
    ? readXml(bytes, name, form, options)
    : await readCsv(bytes, name, options)
  if (problems.count > 0) {
    printCsvProblems(name, problems)
    if (!quiet) console.error(escapeControls(summary))
    throw new OperationalError(`${name} has ${formatCount(problems.count, 'problems')}. No catalogue was printed.`)
  }
  const catalogue = buildCatalogue(corrections ? rows.map((row) => correctRow(corrections, row)) : rows)
  if (!quiet) {
    printNotes([...notes, ...catalogue.notes])
    console.error(escapeControls(`Read ${formatCount(rows.length, 'tracks')} from ${name}. ${summary}`))
  }
  await printChunks(catalogue.chunks)
}

/** Reads `title=Song,path=Where`. A comma that no field follows is part of a name. The flag may be repeated. */
const parseColumns = (text: string, columns: ColumnNames = new Map()): Map<FieldName, string[]> => {
  const parsed = new Map([...columns].map(([field, names]) => [field, [...names]]))
  for (const part of text.split(/,(?=\s*\w+\s*=)/)) {
    const [, given = '', column = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? []
    const field = keysOf(fields).find((name) => name === given.toLowerCase())
    if (!field) throw new InvalidArgumentError(`Write FIELD=COLUMN. The fields are ${keysOf(fields).join(', ')}.`)
    const names = parsed.get(field) ?? []
    // A field without a column is not read.
    if (column.trim() !== '') names.push(column.trim())
    parsed.set(field, names)
  }
  return parsed
}

/** @returns the name in the Encoding Standard */
const parseEncoding = (text: string): string => {
  try {
    return new TextDecoder(text as Bun.Encoding).encoding // It throws for a text that is no label.
  } catch {
    throw new InvalidArgumentError(
      'It is none that is known. Some are utf-8, utf-16le, windows-1252, windows-1251, macintosh, x-mac-cyrillic, shift_jis and gb18030.',
    )
  }
}

/** Reads one separator for both, or `artists=;,genres=,`. */
const parseListSeparator = (text: string): Record<ListField, string> => {
  const named = [...text.matchAll(/(?:^|,)(artists|genres)=(.*?)(?=,(?:artists|genres)=|$)/gs)]
  const separators = Object.fromEntries(named.map(([, field = '', separator = '']) => [field, separator]))
  return named.length === 0 ? { artists: text, genres: text } : { ...defaultListSeparators, ...separators }
}
