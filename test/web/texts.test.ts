import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { childrenOf, isNode, type Node, parseSource } from '../support/syntaxTree.ts'

const folder = join(import.meta.dir, '../../web')

/** Properties of elements that people read. */
const shown = new Set([
  ...['alt', 'aria-description', 'aria-label', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
  ...['description', 'error', 'label', 'message', 'placeholder', 'title'],
])

/** The texts that an expression may be: those of both branches of a condition, and what stands between the values of a template. */
const textsOf = (node: unknown): string[] => {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
    case 'BinaryExpression':
      // A comparison is not shown.
      return /^([+|?]|&&)/.test(String(node.operator)) ? [...textsOf(node.left), ...textsOf(node.right)] : []
    default:
      return []
  }
}

/** The texts of elements and of their properties that people read: those with a letter. */
const findTexts = (source: string, loader: 'ts' | 'tsx' = 'tsx'): string[] => {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'CallExpression' && (node.callee as Node).name === 'createElement') {
      const [, , ...children] = node.arguments as Node[]
      found.push(...children.flatMap(textsOf))
    }
    if (node.type === 'Property') {
      const key = node.key as Node
      if (shown.has(String(key.name ?? key.value))) found.push(...textsOf(node.value))
    }
    childrenOf(node).forEach(visit)
  }
  visit(parseSource(source, loader))
  return found.filter((text) => /\p{L}/u.test(text))
}

test('texts of elements, also in conditions and templates, are found', () => {
  const source = `export const x = <p aria-label="a" className="x" title={\`\${n} b\`}>c {x ? 'd' : e} {x && 'f'}<b label={texts.g}>{1} · {h}</b></p>`
  expect(findTexts(source).map((text) => text.trim())).toEqual(['c', 'd', 'f', 'a', 'b'])
})

test('no text that people read stands outside of the files of texts', async () => {
  const found: string[] = []
  for await (const path of new Bun.Glob('**/*.{ts,tsx}').scan(folder)) {
    if (/^(dist|texts)\//.test(path)) continue
    const texts = findTexts(await Bun.file(join(folder, path)).text(), path.endsWith('x') ? 'tsx' : 'ts')
    found.push(...texts.map((text) => `${path}: ${text}`))
  }
  expect(found).toEqual([])
})
