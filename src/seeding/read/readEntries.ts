import { collectGarbage } from '../../base/collectGarbage.ts'
import { type LongWork, takeTurn } from '../../library/longWork.ts'
import { duplicateSentence, findDuplicateMembers, findSyntaxError } from './jsonSyntax.ts'
import { type FileProblems, type InvalidFile, type ProblemList, pointerOf, TooManyProblems } from './problems.ts'
import { JsonSyntaxError, type ScannedValue, scanItems, scanMembers, scanValue, skipSpace } from './scanJson.ts'
import { explainSyntaxError, looksLikeCsv } from './syntaxCauses.ts'
import type { FileText } from './text.ts'

/** What a kind of files has in common. */
export interface FileFormat {
  /** What the file is, for a text that is none: a sentence. */
  description: string
  /** What to do with a CSV file, if anything: a sentence. */
  csvAdvice?: string
  /** The names of the members that are arrays of entries. */
  sections: readonly string[]
  /** How many members the objects of an entry have at most, how many values it has, and the length of any value in UTF-16 code units. */
  maxMembers: number
  maxValues: number
  maxLength: number
  /** The error for a file of this kind. */
  Invalid: new (
    found: FileProblems,
  ) => InvalidFile
}

interface Visitor {
  /** For whom the file is read. */
  work: LongWork
  /** Called for each entry of a section, in the order of the file. */
  onEntry(section: string, index: number, value: unknown): void
  /** Called for each member of the file that is no array of entries. The value of an unknown member is not parsed. */
  onMember(name: string, value: unknown): void
}

/**
 * Reads the text of a file to seed, one entry at a time, and yields to the event loop between them. So memory does not
 * depend on what the file has in place of entries.
 * @throws InvalidFile at the first place where the text is not JSON, or when it is no object
 */
export const readEntries = async (
  file: FileText,
  problems: ProblemList,
  format: FileFormat,
  visitor: Visitor,
): Promise<void> => {
  try {
    await readObject(file, problems, format, visitor)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const { offset, sentence } = error
    throw await invalidAt(file, format, offset, explainSyntaxError(file.text, offset) ?? sentence)
  }
}

const invalidAt = async (file: FileText, { Invalid }: FileFormat, offset: number, sentence: string) =>
  new Invalid({ problems: [{ pointer: '', sentence, ...(await file.positionAt(offset)) }], more: 0 })

const readObject = async (file: FileText, problems: ProblemList, format: FileFormat, visitor: Visitor) => {
  const { text } = file
  const start = skipSpace(text, 0)
  if (start === text.length) throw new JsonSyntaxError(0, 'The file is empty.')
  if (text[start] !== '{') {
    if (format.csvAdvice && looksLikeCsv(text)) throw await invalidAt(file, format, 0, format.csvAdvice)
    // A long text is no single number or word, and millions of brackets would take gigabytes to parse.
    if (text.length < maxTextLength) parseValue(text, scanValue(text, start))
    throw await invalidAt(file, format, 0, format.description)
  }
  const members = scanMembers(text, start, format.maxLength)
  let member = members.next()
  for (let count = 1; !member.done; member = members.next(), count++) {
    if (count > maxFileMembers) throw new TooManyProblems()
    const { nameStart, nameEnd, valueStart } = member.value
    const name = String(parseValue(text, { start: nameStart, end: nameEnd }))
    const isDuplicate = file.memberOffsets.has(name)
    file.memberOffsets.set(name, valueStart)
    if (isDuplicate) problems.add(pointerOf(name), duplicateSentence(name))
    else if (format.sections.includes(name) && text[valueStart] === '[') {
      member.value.next = await readSection(file, problems, format, visitor, name)
    } else {
      const value = scanValue(text, valueStart, format.maxLength)
      const isText = text[valueStart] === '"'
      visitor.onMember(name, isText && value.end - valueStart < maxTextLength ? parseValue(text, value) : null)
      member.value.next = value.end
    }
    await takeTurn(visitor.work)
  }
  const end = skipSpace(text, member.value)
  if (end < text.length) throw new JsonSyntaxError(end, 'The file should end here: it is one JSON object.')
}

/** The length of a text from which on it is no name of a schema, in UTF-16 code units. */
const maxTextLength = 100_000

/** How many members of a file are read. Every format has fewer. */
const maxFileMembers = 100_000

/** The number of entries, and of characters of entries, that are read before others may run. */
const entriesPerSlice = 100
const charactersPerSlice = 100_000

/** Reads the entries of a section. @returns the offset after it */
const readSection = async (
  file: FileText,
  problems: ProblemList,
  format: FileFormat,
  visitor: Visitor,
  section: string,
): Promise<number> => {
  const items = scanItems(file.text, file.memberOffsets.get(section) ?? 0, format.maxLength)
  let item = items.next()
  let sliceStart = 0
  for (let index = 0; !item.done; index++) {
    file.addEntry(section, index, item.value.start)
    visitor.onEntry(section, index, parseEntry(file.text, section, index, item.value, problems, format))
    if (index % entriesPerSlice === 0 || item.value.end - sliceStart > charactersPerSlice) {
      sliceStart = item.value.end
      await takeTurn(visitor.work)
    }
    if (index % 10_000 === 0) collectGarbage()
    item = items.next()
  }
  return item.value
}

const parseEntry = (
  text: string,
  section: string,
  index: number,
  scanned: ScannedValue,
  problems: ProblemList,
  { maxMembers, maxValues }: FileFormat,
): unknown => {
  const { start, end, valueCount, memberCount } = scanned
  if (valueCount > maxValues || memberCount > maxMembers) {
    problems.add(pointerOf(section, index), 'This entry has more values than a record can have.')
    return null
  }
  const value = parseValue(text, scanned)
  if (memberCount > 0 && memberCount !== countMembers(value)) {
    findDuplicateMembers(text.slice(start, end), [section, index], problems)
  }
  return value
}

/** Counts the members of all objects in a value. */
const countMembers = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += countMembers(item)
    return count
  }
  const object = value as Record<string, unknown>
  for (const name in object) {
    count++
    if (typeof object[name] === 'object') count += countMembers(object[name])
  }
  return count
}

const parseValue = (text: string, { start, end }: Pick<ScannedValue, 'start' | 'end'>): unknown => {
  const slice = text.slice(start, end)
  try {
    return JSON.parse(slice)
  } catch {
    const { offset, sentence } = findSyntaxError(slice)
    throw new JsonSyntaxError(start + offset, sentence)
  }
}
