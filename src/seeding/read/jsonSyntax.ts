import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { type ProblemList, pointerOf, quoteName } from './problems.ts'
import { JsonSyntaxError } from './scanJson.ts'

// JSON.parse reads the entries, because it is the fastest parser. It reports neither the place of a syntax error reliably
// nor duplicate members, so a visitor finds these in the text of an entry that has them.

/** Visits the values of a JSON text, up to the depth that the stack allows: a text may nest them any number of times. */
export const visitJson = (text: string, visitor: JSONVisitor): void => {
  try {
    visit(text, visitor, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

/**
 * Adds a problem for each member that an object has twice. JSON.parse keeps the last one and drops the others.
 * @param path - where the value of the text is in the file
 */
export const findDuplicateMembers = (text: string, path: readonly (string | number)[], problems: ProblemList): void => {
  const namesByDepth: Set<string>[] = []
  visitJson(text, {
    onObjectBegin: () => {
      namesByDepth.push(new Set())
    },
    onObjectProperty: (name, _offset, _length, _line, _character, pathOf) => {
      const names = namesByDepth.at(-1)
      if (names?.has(name)) problems.add(pointerOf(...path, ...pathOf(), name), duplicateSentence(name))
      names?.add(name)
    },
    onObjectEnd: () => {
      namesByDepth.pop()
    },
  })
}

export const duplicateSentence = (name: string): string =>
  `${quoteName(name)} is here twice, and one would be lost. Keep one.`

/** Finds the first place where a text, which JSON.parse has rejected, stops being JSON. */
export const findSyntaxError = (text: string): JsonSyntaxError => {
  let found: JsonSyntaxError | undefined
  const isFound = new Error('The first error is found.')
  try {
    visitJson(text, {
      onError: (code, offset) => {
        found = new JsonSyntaxError(offset, sentenceOf(code))
        throw isFound
      },
    })
  } catch (error) {
    if (error !== isFound) throw error
  }
  return found ?? new JsonSyntaxError(0, 'This is not valid JSON.')
}

const sentenceOf = (code: ParseErrorCode): string =>
  sentences[printParseErrorCode(code)] ?? 'The file is not valid JSON from here on.'

/** By the names of jsonc-parser's error codes. */
const sentences: Record<string, string> = {
  InvalidSymbol: 'This is not JSON: a value is true, false, null, a number, a text in double quotes, [ ] or { }.',
  InvalidNumberFormat: 'This is not a number in JSON.',
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
  InvalidEscapeCharacter: 'JSON does not have this escape. A backslash itself is written \\\\.',
  InvalidCharacter: 'This character has to be escaped inside a text.',
}
