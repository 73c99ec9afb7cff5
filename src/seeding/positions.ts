import type { JSONPath } from 'jsonc-parser'
import { startOfFile, visitJson } from './jsonSyntax.ts'
import { type FileProblems, type Position, type ProblemList, pointerOf } from './problems.ts'

/** The problems of a file with the line and column of each, in the order of the file. */
export const withPositions = (text: string, list: ProblemList): FileProblems => {
  const positions = findPositions(text, new Set(list.problems.flatMap(({ pointer }) => withParents(pointer))))
  const problems = list.problems.map((problem) => {
    // A missing member has no position; the object that should contain it has one.
    const nearest = withParents(problem.pointer).find((pointer) => positions.has(pointer)) ?? ''
    return { ...problem, ...(positions.get(nearest) ?? startOfFile) }
  })
  problems.sort((a, b) => a.line - b.line || a.column - b.column)
  return { problems, more: list.count - problems.length }
}

/** A pointer and the pointers of the values around its own, the nearest first. */
const withParents = (pointer: string): string[] =>
  pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, pointer.lastIndexOf('/')))]

/** The number of steps of the longest pointers, such as /accounts/0/likes/0/key. */
const maxDepth = 5

const findPositions = (text: string, pointers: Set<string>): Map<string, Position> => {
  const positions = new Map<string, Position>()
  let depth = 0
  const addPosition = (line: number, character: number, pathOf: () => JSONPath) => {
    if (depth > maxDepth) return
    const pointer = pointerOf(...pathOf())
    if (pointers.has(pointer)) positions.set(pointer, { line: line + 1, column: character + 1 })
  }
  const onBegin = (_offset: number, _length: number, line: number, character: number, pathOf: () => JSONPath) => {
    addPosition(line, character, pathOf)
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
    onLiteralValue: (_value, _offset, _length, line, character, pathOf) => addPosition(line, character, pathOf),
  })
  return positions
}
