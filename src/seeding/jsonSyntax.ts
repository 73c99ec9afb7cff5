import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { collectGarbage } from './collectGarbage.ts'
import { type FileProblems, type InvalidFile, type Position, type ProblemList, pointerOf } from './problems.ts'

// JSON.parse reads the file, because it is the fastest parser. It reports neither the place of a syntax error reliably nor
// duplicate members, so a visitor finds these in the text.

export const startOfFile: Position = { line: 1, column: 1 }

/** Visits the values of a JSON text, up to the depth that the stack allows: a text may nest them any number of times. */
export const visitJson = (text: string, visitor: JSONVisitor): void => {
  try {
    visit(text, visitor, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/** How many members of an object are compared. No entry has as many: a further one is unknown, so a problem itself. */
const maxMembers = 100

/** How deep entries are: in the array of a section, in the file. */
const entryDepth = 2

/**
 * Adds a problem for each member that the file or an entry has twice. JSON.parse keeps the last one and drops the others.
 * @param maxDepth - how deep the format has objects. A deeper object is a problem itself
 */
export const findDuplicateMembers = (text: string, problems: ProblemList, maxDepth = entryDepth): void => {
  /**
   * The members found so far in the objects around the current position, by depth. The arrays are reused, since a file
   * may have millions of objects.
   */
  const membersByDepth = Array.from({ length: maxDepth + 1 }, (): string[] => [])
  let depth = -1
  let objectCount = 0
  visitJson(text, {
    onObjectBegin: () => {
      depth++
      const members = membersByDepth[depth]
      if (members) members.length = 0
    },
    onObjectProperty: (name, _offset, _length, _line, _character, pathOf) => {
      const members = membersByDepth[depth]
      if (members?.includes(name)) {
        problems.add(pointerOf(...pathOf(), name), `"${name}" is here twice, and one would be lost. Keep one.`)
      } else if (members && members.length < maxMembers) members.push(name)
    },
    onObjectEnd: () => {
      depth--
      if (++objectCount % 10_000 === 0) collectGarbage()
    },
    onArrayBegin: () => {
      depth++
    },
    onArrayEnd: () => {
      depth--
    },
  })
}

/**
 * Parses the text of a file.
 * @param Invalid - the error for a file of this kind, which is thrown for a text that is not JSON
 */
export const parseJson = (text: string, Invalid: new (found: FileProblems) => InvalidFile): unknown => {
  if (text.trim() === '') throw new Invalid(problemAt(startOfFile, 'The file is empty.'))
  try {
    return JSON.parse(text)
  } catch {
    throw new Invalid(findSyntaxError(text))
  }
}

const problemAt = (position: Position, sentence: string): FileProblems => ({
  problems: [{ pointer: '', sentence, ...position }],
  more: 0,
})

/** The problem of a text that is not JSON, at the first place where it stops being JSON. */
const findSyntaxError = (text: string): FileProblems => {
  let found: FileProblems | undefined
  visitJson(text, {
    onError: (code, _offset, _length, line, character) => {
      found ??= problemAt({ line: line + 1, column: character + 1 }, sentenceOf(code))
    },
  })
  return found ?? problemAt(startOfFile, 'The file is not valid JSON.')
}

const sentenceOf = (code: ParseErrorCode): string =>
  sentences[printParseErrorCode(code)] ?? 'The file is not valid JSON from here on.'

/** By the names of jsonc-parser's error codes. */
const sentences: Record<string, string> = {
  InvalidSymbol: 'This is not JSON: a value is true, false, null, a number, a text in double quotes, [ ] or { }.',
  InvalidNumberFormat: 'This number is not written as JSON has it.',
  PropertyNameExpected: 'A member name in double quotes is expected here; there may be a comma too many before it.',
  ValueExpected: 'A value is expected here; there may be a comma too many before it.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing } is expected here.',
  CloseBracketExpected: 'A closing ] is expected here.',
  EndOfFileExpected: 'The file should end here: it is one JSON object.',
  InvalidCommentToken: 'JSON has no comments. Take this one out.',
  UnexpectedEndOfString: 'This text has no closing double quote on its line.',
  UnexpectedEndOfNumber: 'This number is not finished.',
  InvalidUnicode: 'This escape is not \\u and four hexadecimal digits.',
  InvalidEscapeCharacter: 'This is no escape that JSON has. A backslash itself is written \\\\.',
  InvalidCharacter: 'This character has to be escaped inside a text.',
}
