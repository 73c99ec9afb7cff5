import { yieldIfDue } from '../../base/eventLoop.ts'
import { visitJson } from './jsonSyntax.ts'
import { type FileProblems, type Position, type ProblemList, pointerOf } from './problems.ts'
import { type FileText, startOfText } from './text.ts'

/** The problems of a file with the line and column of each, in the order of the file. */
export const withPositions = async (file: FileText, list: ProblemList): Promise<FileProblems> => {
  const pointers = list.problems.map(({ pointer }) => pointer)
  const positionOf = await findPositions(file, pointers)
  const problems = list.problems.map((problem) => ({ ...problem, ...positionOf(problem.pointer) }))
  return { problems: problems.sort(comparePositions), more: list.count - problems.length }
}

export const comparePositions = (a: Position, b: Position): number => a.line - b.line || a.column - b.column

/** Returns a function that returns the line and column of the value of one of these pointers. */
export const findPositions = async (file: FileText, pointers: readonly string[]) => {
  const offsets = await findOffsets(file, pointers)
  const sorted = [...new Set(offsets.values())].sort((a, b) => a - b)
  const positions = new Map((await file.positionsAt(sorted)).map((position, index) => [sorted[index], position]))
  return (pointer: string): Position => positions.get(offsets.get(pointer)) ?? startOfText
}

/** The offset of the value of each pointer. A missing member has none; the object that should contain it has one. */
const findOffsets = async (file: FileText, pointers: readonly string[]): Promise<Map<string, number>> => {
  const offsets = new Map<string, number>()
  for (const [parent, group] of Map.groupBy(pointers, entryPointer)) {
    await yieldIfDue()
    const [, member = '', index] = parent.split('/')
    const name = member.replaceAll('~1', '/').replaceAll('~0', '~')
    const entry = index === undefined ? undefined : file.findEntry(name, Number(index))
    // An entry that is itself the problem may be very long.
    const isInside = entry && group.some((pointer) => pointer !== parent)
    const found = isInside ? findInEntry(file.text.slice(entry.start, entry.end), parent, group) : undefined
    const start = entry ? entry.start : (file.memberOffsets.get(name) ?? 0)
    for (const pointer of group) offsets.set(pointer, start + (found?.get(nearest(pointer, found)) ?? 0))
  }
  return offsets
}

/** The part of a pointer that names an entry. */
const entryPointer = (pointer: string): string => pointer.split('/', 3).join('/')

/** The offsets of these values of an entry, and of the values around them. */
const findInEntry = (text: string, parent: string, pointers: readonly string[]): Map<string, number> => {
  const wanted = new Set(pointers.flatMap(withParents))
  /** Deeper values have no problems. Their pointers are not built, since an entry may have very many. */
  const maxDepth = Math.max(...pointers.map((pointer) => pointer.split('/').length))
  const offsets = new Map<string, number>()
  let depth = parent.split('/').length
  const add = (offset: number, pathOf: () => (string | number)[]) => {
    if (depth > maxDepth) return
    const pointer = parent + pointerOf(...pathOf())
    if (wanted.has(pointer)) offsets.set(pointer, offset)
  }
  const onBegin = (
    offset: number,
    _length: number,
    _line: number,
    _character: number,
    pathOf: () => (string | number)[],
  ) => {
    add(offset, pathOf)
    depth++
  }
  const onEnd = () => {
    depth--
  }
  visitJson(text, {
    onObjectBegin: onBegin,
    onObjectEnd: onEnd,
    onArrayBegin: onBegin,
    onArrayEnd: onEnd,
    onLiteralValue: (_value, offset, _length, _line, _character, pathOf) => add(offset, pathOf),
  })
  return offsets
}

/** A pointer and the pointers of the values around its own. */
const withParents = (pointer: string): string[] =>
  pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, pointer.lastIndexOf('/')))]

/** The longest pointer with an offset of this value or of one around it. */
const nearest = (pointer: string, offsets: ReadonlyMap<string, number>): string =>
  pointer === '' || offsets.has(pointer) ? pointer : nearest(pointer.slice(0, pointer.lastIndexOf('/')), offsets)
