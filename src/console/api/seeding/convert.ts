import { maxChildMemory } from '../../../base/childMemory.ts'
import { ClientDisconnected, CommandFailed, MalformedBody, OperationalError } from '../../../base/errors.ts'
import { fromKeys, withoutUndefined } from '../../../base/objects.ts'
import { type ResourceName, resourceNames } from '../../../catalogue/resources.ts'
import { type TableDescription, WrongColumns } from '../../../converters/csv/columns.ts'
import type { RowKind } from '../../../converters/csv/fields.ts'
import { parseColumnNames } from '../../../converters/csv/options.ts'
import { InvalidTable } from '../../../converters/csv/problems.ts'
import { lineOfPlace } from '../../../converters/notes.ts'
import { UnclearEncoding } from '../../../seeding/read/encodings.ts'
import type { FileProblems } from '../../../seeding/read/problems.ts'
import type { ProgramCommands } from '../../deps.ts'
import { removeFlags } from '../removeFlags.ts'

/** How a table is read, as parameters of a request and as flags of a command. */
export interface TableParameters {
  columns?: string | undefined
  encoding?: string | undefined
  root?: string | undefined
  rows?: RowKind | undefined
  skip_unreadable?: boolean | undefined
}

/** A catalogue that was made of a file of another kind. */
export interface Conversion {
  table: TableDescription
  rowCount: number
  notes: { line?: number; sentence: string }[]
  moreNotes: number
  /** The lines of the rows that the entries of each section were made of. */
  lines: Record<ResourceName, number[]>
}

/** Why a file was not converted. */
interface Failure extends Partial<FileProblems> {
  message: string
  table?: TableDescription
}

/** The file is a table, and can't be converted. */
export class TableRejected extends MalformedBody {
  constructor(readonly failure: Failure) {
    super(failure.message)
  }
}

const maxNotes = 100

/** A table whose columns are not known before its encoding is. */
const unreadTable: TableDescription = { isWholeLibrary: true, columns: [] }

/** @template Text - the text of the catalogue */
type Converted<Text> = ({ conversion: Conversion } & Text) | { failure: Failure }

export type ConversionOutput = Converted<{ text: string }>

/** Converts a file in this process. */
export const convertHere = async (bytes: Uint8Array, parameters: TableParameters): Promise<ConversionOutput> => {
  const output = await convertToChunks(bytes, parameters)
  return 'failure' in output ? output : { ...output, text: [...output.chunks].join('') }
}

/** Converts a file. What the command `convert-file` prints is this as a line of JSON, and then the chunks. */
export const convertToChunks = async (
  bytes: Uint8Array,
  { columns = '', encoding, root, rows, skip_unreadable: skipUnreadable }: TableParameters,
): Promise<Converted<{ chunks: Iterable<string> }>> => {
  const { convertFile } = await import('../../../converters/convertFile.ts')
  try {
    const names = parseColumnNames(columns) ?? new Map()
    const options = withoutUndefined({ columns: names, encoding, root, rows, skipUnreadable })
    const { chunks, table, rowCount, notes, lineOf } = await convertFile(bytes, 'The file', options)
    const lines = fromKeys(resourceNames, (): number[] => [])
    // The lines are known when the chunks have been read. All of them together may not fit in memory.
    for (const _ of chunks);
    for (const name of resourceNames) {
      for (let line = lineOf(name, 0); line !== undefined; line = lineOf(name, lines[name].length))
        lines[name].push(line)
    }
    const listed = notes.slice(0, maxNotes).map(({ place, sentence: withFlags }) => {
      const line = lineOfPlace(place)
      const sentence = removeFlags(withFlags)
      return line === undefined ? { sentence } : { line, sentence }
    })
    return {
      conversion: { table, rowCount, notes: listed, moreNotes: notes.length - listed.length, lines },
      chunks,
    }
  } catch (error) {
    if (error instanceof InvalidTable) {
      const { message, more, table } = error
      const problems = error.problems.map(({ sentence, ...place }) => ({ ...place, sentence: removeFlags(sentence) }))
      return { failure: { message, problems, more, table } }
    }
    if (!(error instanceof OperationalError)) throw error
    const message = removeFlags(error.message)
    if (error instanceof WrongColumns) return { failure: { message, table: error.table } }
    if (error instanceof UnclearEncoding) return { failure: { message, table: unreadTable } }
    return { failure: { message } }
  }
}

const instead =
  'Divide it into smaller files, or import it with the command "music-library seed FILE", which has no such limit.'

/**
 * Converts a file in a process of its own, so that other requests do not wait for it.
 * @param signal - ends the conversion
 * @throws TableRejected if it takes too much; ClientDisconnected after the signal
 */
export const convertInProcess = async (
  bytes: Uint8Array,
  parameters: TableParameters,
  { stream }: Pick<ProgramCommands, 'stream'>,
  signal?: AbortSignal,
): Promise<ConversionOutput> => {
  const flags = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' || value === false ? [] : [value === true ? `--${name}` : `--${name}=${value}`],
  )
  // A file that was made to harm takes any time and memory.
  const limits = { cpuSeconds: 60, seconds: 120, memoryBytes: maxChildMemory() }
  const decoder = new TextDecoder()
  const parts: string[] = []
  try {
    for await (const chunk of stream(['convert-file', `--size=${bytes.length}`, ...flags], {
      input: bytes,
      signal,
      limits,
    })) {
      parts.push(decoder.decode(chunk, { stream: true }))
    }
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    if (signal?.aborted) throw new ClientDisconnected()
    throw new TableRejected({ message: `The file can't be converted here. ${error.message} ${instead}` })
  }
  const output = parts.join('')
  const end = output.indexOf('\n')
  const head: { conversion: Conversion } | { failure: Failure } = JSON.parse(output.slice(0, end))
  return 'failure' in head ? head : { ...head, text: output.slice(end + 1) }
}
