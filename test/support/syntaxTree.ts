import { parse } from 'acorn'

const transpiler = new Bun.Transpiler({
  loader: 'tsx',
  tsconfig: { compilerOptions: { jsx: 'react', jsxFactory: 'createElement', jsxFragmentFactory: 'Fragment' } },
})

/** A node of a syntax tree, as ESTree describes it. */
export type Node = { type: string } & Record<string, unknown>

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The tree of a module in TypeScript, in which elements are calls of `createElement`. */
export const parseSource = (source: string, loader: 'ts' | 'tsx' = 'ts'): Node => {
  const script = transpiler.transformSync(source.replace(" with { type: 'macro' }", ''), loader)
  return parse(script, { ecmaVersion: 'latest', sourceType: 'module' }) as unknown as Node
}
