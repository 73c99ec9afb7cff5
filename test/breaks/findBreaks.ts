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

const movedOperators: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
}

const conditionOf = (node: ts.Node) => {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression
  return ts.isConditionalExpression(node) ? node.condition : undefined
}

const returnedValue = (node: ts.Node) => {
  if (ts.isReturnStatement(node)) return node.expression
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined
}

const comparisons = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
]

const isCondition = (node: ts.Expression) =>
  (ts.isBinaryExpression(node) &&
    (node.operatorToken.kind in movedOperators || comparisons.includes(node.operatorToken.kind))) ||
  (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)

/** What may stand in place of a node. */
const editsOf = (node: ts.Node, source: ts.SourceFile): Edit[] => {
  const edits: Edit[] = []
  const condition = conditionOf(node)
  if (condition) edits.push({ kind: 'condition', node: condition, after: `!(${condition.getText(source)})` })
  if (ts.isNumericLiteral(node)) edits.push({ kind: 'bound', node, after: `(${node.getText(source)} + 1)` })
  if (ts.isBinaryExpression(node)) {
    const operator = movedOperators[node.operatorToken.kind]
    if (operator) edits.push({ kind: 'bound', node: node.operatorToken, after: operator })
  }
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
    if (ts.isCallExpression(call)) edits.push({ kind: 'call', node, after: ';' })
  }
  const value = returnedValue(node)
  if (value)
    edits.push({ kind: 'value', node: value, after: isCondition(value) ? `!(${value.getText(source)})` : 'undefined' })
  return edits
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
