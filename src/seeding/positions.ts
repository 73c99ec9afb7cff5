import { type JSONPath, type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { InvalidCatalogue, type Position, type ProblemList, step } from './problems.ts'
import { collectGarbage } from './tidy.ts'

/** The fault that names the places of all problems in the text. */
export const withPositions = (text: string, { first, count }: ProblemList): InvalidCatalogue => {
  const places = find(text, new Set(first.flatMap(({ pointer }) => withParents(pointer))))
  const problems = first.map((problem) => {
    const nearest = withParents(problem.pointer).find((pointer) => places.has(pointer)) ?? ''
    return { ...problem, ...(places.get(nearest) ?? start) }
  })
  problems.sort((a, b) => a.line - b.line || a.column - b.column)
  return new InvalidCatalogue(problems, count - first.length)
}

const start: Position = { line: 1, column: 1 }

/** A pointer and those of the values around it, the nearest first. */
const withParents = (pointer: string): string[] =>
  pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, pointer.lastIndexOf('/')))]

/** A catalogue's pointers have no more steps than this: /tracks/0/artists/0. */
const deepest = 4

const find = (text: string, wanted: Set<string>) => {
  const places = new Map<string, Position>()
  let depth = 0
  const note = (line: number, character: number, path: () => JSONPath) => {
    if (depth > deepest) return
    const pointer = path().map(step).join('')
    if (wanted.has(pointer)) places.set(pointer, { line: line + 1, column: character + 1 })
  }
  const open = (_: number, __: number, line: number, character: number, path: () => JSONPath) => {
    note(line, character, path)
    depth++
  }
  const close = () => {
    depth--
  }
  look(text, {
    onObjectBegin: open,
    onObjectEnd: close,
    onArrayBegin: open,
    onArrayEnd: close,
    onLiteralValue: (_, __, ___, line, character, path) => note(line, character, path),
  })
  return places
}

/** Notes members that an object has twice: JSON.parse would take the last and lose the others without a word. */
export const noteRepeated = (text: string, problems: ProblemList): void => {
  const names: string[][] = []
  let depth = -1
  let objects = 0
  look(text, {
    onObjectBegin: () => {
      depth++
      const emptied = names[depth]
      if (emptied) emptied.length = 0
      else names[depth] = []
    },
    onObjectProperty: (name, _, __, ___, ____, path) => {
      const seen = names[depth] ?? []
      if (!seen.includes(name)) seen.push(name)
      else
        problems.add([...path(), name].map(step).join(''), `"${name}" is here twice, and one would be lost. Keep one.`)
    },
    onObjectEnd: () => {
      depth--
      if (++objects % 10_000 === 0) collectGarbage()
    },
  })
}

/** Goes through the text as far as it can be followed: values may be nested too deep for that. */
const look = (text: string, visitor: JSONVisitor) => {
  try {
    visit(text, visitor, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** The fault for a text that is not JSON, at the first place where it stops being JSON. */
export const notJson = (text: string): InvalidCatalogue => {
  let found: ({ sentence: string } & Position) | undefined
  const onError = (code: ParseErrorCode, _: number, __: number, line: number, character: number) => {
    found ??= { sentence: sentenceOf(code), line: line + 1, column: character + 1 }
  }
  look(text, { onError })
  const problem = found ?? { sentence: 'The file is not valid JSON.', ...start }
  return new InvalidCatalogue([{ pointer: '', ...problem }], 0)
}

/** The fault for a file with nothing in it. */
export const emptyFile = () => new InvalidCatalogue([{ pointer: '', sentence: 'The file is empty.', ...start }], 0)

const sentenceOf = (code: ParseErrorCode) => {
  const known: Record<string, string> = {
    InvalidSymbol: 'This is not JSON: a value is true, false, null, a number, a text in double quotes, [ ] or { }.',
    InvalidNumberFormat: 'This number is not written as JSON has it.',
    PropertyNameExpected: 'A member name in double quotes is expected here; there may be a comma too many before it.',
    ValueExpected: 'A value is expected here; there may be a comma too many before it.',
    ColonExpected: 'A colon is expected here.',
    CommaExpected: 'A comma is expected here.',
    CloseBraceExpected: 'A closing } is expected here.',
    CloseBracketExpected: 'A closing ] is expected here.',
    EndOfFileExpected: 'The file should end here: the catalogue is one JSON object.',
    InvalidCommentToken: 'JSON has no comments. Take this one out.',
    UnexpectedEndOfString: 'This text has no closing double quote on its line.',
    UnexpectedEndOfNumber: 'This number is not finished.',
    InvalidUnicode: 'This escape is not \\u and four hexadecimal digits.',
    InvalidEscapeCharacter: 'This is no escape that JSON has. A backslash itself is written \\\\.',
    InvalidCharacter: 'This character has to be escaped inside a text.',
  }
  return known[printParseErrorCode(code)] ?? 'The file is not valid JSON from here on.'
}
