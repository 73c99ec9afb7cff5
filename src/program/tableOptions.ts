import { type Command, InvalidArgumentError, Option } from 'commander'
import { OperationalError } from '../base/errors.ts'
import { withoutUndefined } from '../base/objects.ts'
import { nameInFile } from '../config/settings.ts'
import { type Corrections, readCorrections } from '../converters/corrections.ts'
import type { ColumnNames } from '../converters/csv/columns.ts'
import {
  defaultListSeparators,
  type FieldName,
  type ListField,
  type RowKind,
  rowKinds,
} from '../converters/csv/fields.ts'
import { columnNamesRule, encodingRule, parseColumnNames, parseEncodingName } from '../converters/csv/options.ts'
import { InvalidTable } from '../converters/csv/problems.ts'
import { InvalidFile } from '../seeding/read/problems.ts'
import { printTableSummary } from './output/conversion.ts'
import { printProblems, summarizeProblems } from './output/problems.ts'
import { readText } from './readText.ts'

/** The flags that say how a table, or the library of another program, is read. */
export interface TableFlags {
  corrections?: string
  columns?: Map<FieldName, string[]>
  encoding?: string
  listSeparator?: Record<ListField, string>
  root?: string
  rows?: RowKind
  skipUnreadable?: true
}

export const addTableOptions = (command: Command): Command =>
  addCorrectionsOption(command)
    .option('--columns <field=column,…>', 'which columns to read, such as title=Song,path=Where', parseColumns)
    .option('--encoding <name>', 'the encoding of the file, such as windows-1251 or macintosh', parseEncoding)
    .option(
      '--list-separator <text>',
      'what separates several artists or genres in one cell (default: ;), or artists=;,genres=,',
      parseListSeparator,
    )
    .option('--root <folder>', 'the music folder: paths in it become relative to it')
    .addOption(new Option('--rows <what>', 'what each row of a table without paths is').choices(rowKinds))
    .option('--skip-unreadable', 'leave out dates, durations and covers that are not understood, and list them')

const tableFlags = ['corrections', 'columns', 'encoding', 'listSeparator', 'root', 'rows', 'skipUnreadable'] as const

/** The first of these flags that is given. */
export const findTableFlag = (flags: TableFlags): string | undefined => {
  const name = tableFlags.find((flag) => flags[flag] !== undefined)
  return name && `--${nameInFile(name)}`
}

/**
 * Converts a file as the flags say, and prints the problems of its rows.
 * @param outcome - what has become of the file then, as a sentence
 * @throws OperationalError, after the problems are printed; what else `convertFile` throws
 */
export const convertWith = async (
  bytes: Uint8Array,
  name: string,
  flags: TableFlags,
  outcome: string,
  { json, quiet }: { json?: true; quiet?: true | undefined },
) => {
  const corrections: Corrections | undefined = await readCorrectionsFile(flags.corrections)
  const { columns = new Map(), encoding, listSeparator: listSeparators, root, rows, skipUnreadable } = flags
  // Loaded only for a conversion: the help loads all commands.
  const { convertFile } = await import('../converters/convertFile.ts')
  const options = withoutUndefined({ columns, encoding, listSeparators, root, rows, skipUnreadable, corrections })
  return convertFile(bytes, name, options).catch((error) => {
    if (!(error instanceof InvalidTable)) throw error
    printProblems(name, error, json ?? false)
    if (!quiet) printTableSummary(error)
    throw new OperationalError(`${summarizeProblems(name, error)} ${outcome}`)
  })
}

const parseColumns = (text: string, columns?: ColumnNames): Map<FieldName, string[]> => {
  const parsed = parseColumnNames(text, columns)
  if (!parsed) throw new InvalidArgumentError(`Write ${columnNamesRule}`)
  return parsed
}

const parseEncoding = (text: string): string => {
  const name = parseEncodingName(text)
  if (name === undefined) throw new InvalidArgumentError(`It ${encodingRule}`)
  return name
}

/** Reads one separator for both, or `artists=;,genres=,`. */
const parseListSeparator = (text: string): Record<ListField, string> => {
  const named = [...text.matchAll(/(?:^|,)(artists|genres)=(.*?)(?=,(?:artists|genres)=|$)/gs)]
  const separators = Object.fromEntries(named.map(([, field = '', separator = '']) => [field, separator]))
  return named.length === 0 ? { artists: text, genres: text } : { ...defaultListSeparators, ...separators }
}

export const addCorrectionsOption = (command: Command): Command =>
  command.option('--corrections <file>', 'a catalogue file whose formerly and merge_into correct names')

/** Reads the file of `--corrections`; undefined without one. @throws OperationalError, after its problems are printed */
export const readCorrectionsFile = async (file: string | undefined): Promise<Corrections | undefined> => {
  if (file === undefined) return
  try {
    return await readCorrections(await readText(file))
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    printProblems(file, error, false)
    throw new OperationalError(`${summarizeProblems(file, error)} No catalogue was printed.`)
  }
}
