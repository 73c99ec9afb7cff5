import ts from '@typescript/typescript6'

/** A small change of a source file that a test should see. It is found again by its line, as long as that line stands. */
export interface Break {
  kind: BreakKind
  file: string
  /** The line that it begins in, without the spaces around it, and which of the lines with this text it is. */
  line: string
  occurrence: number
  /** Where the text begins in that line, in characters. */
  column: number
  before: string
  after: string
}

export const breakKinds = ['condition', 'bound', 'call', 'value'] as const
type BreakKind = (typeof breakKinds)[number]

interface Edit {
  kind: BreakKind
  node: ts.Node
  after: string
}

const movedOperators: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const conditionOperator = /^(?:[<>]=?|[!=]==|&&|\|\|)$/

/** What may stand in place of a node. */
const editsOf = (node: ts.Node, source: ts.SourceFile): Edit[] => {
  const textOf = (part: ts.Node) => part.getText(source)
  const negate = (kind: BreakKind, part: ts.Node): Edit => ({ kind, node: part, after: `!(${textOf(part)})` })
  const isCondition = (part: ts.Node) =>
    ts.isBinaryExpression(part)
      ? conditionOperator.test(textOf(part.operatorToken))
      : ts.isPrefixUnaryExpression(part) && part.operator === ts.SyntaxKind.ExclamationToken
  const breakValue = (part: ts.Node): Edit =>
    isCondition(part) ? negate('value', part) : { kind: 'value', node: part, after: 'undefined' }

  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return [negate('condition', node.expression)]
  if (ts.isConditionalExpression(node)) return [negate('condition', node.condition)]
  if (ts.isNumericLiteral(node)) return [{ kind: 'bound', node, after: `(${textOf(node)} + 1)` }]
  if (ts.isReturnStatement(node) && node.expression) return [breakValue(node.expression)]
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [breakValue(node.body)]
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
    return ts.isCallExpression(call) ? [{ kind: 'call', node, after: ';' }] : []
  }
  if (!ts.isBinaryExpression(node)) return []
  const operator = movedOperators[textOf(node.operatorToken)]
  return operator ? [{ kind: 'bound', node: node.operatorToken, after: operator }] : []
}

const describeEdit = (file: string, source: ts.SourceFile, { kind, node, after }: Edit): Break => {
  const start = node.getStart(source)
  const { line: row, character } = source.getLineAndCharacterOfPosition(start)
  const lines = source.text.split('\n')
  const text = lines[row] ?? ''
  const line = text.trim()
  const occurrence = lines.slice(0, row).filter((other) => other.trim() === line).length
  const column = character - (text.length - text.trimStart().length)
  return { kind, file, line, occurrence, column, before: node.getText(source), after }
}

/** All breaks of a file. */
export const findBreaks = (file: string, text: string): Break[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const breaks: Break[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    breaks.push(...editsOf(node, source).map((edit) => describeEdit(file, source, edit)))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return breaks
}

/** Returns the broken text; undefined if the line has gone. */
export const applyBreak = (text: string, { line, occurrence, column, before, after }: Break) => {
  const lines = text.split('\n')
  const rows = lines.flatMap((other, row) => (other.trim() === line ? [row] : []))
  const row = rows[occurrence] ?? rows[0]
  if (row === undefined) return
  const indent = (lines[row] ?? '').indexOf(line)
  const start = lines.slice(0, row).reduce((length, other) => length + other.length + 1, indent + column)
  if (!text.startsWith(before, start)) return
  return text.slice(0, start) + after + text.slice(start + before.length)
}
