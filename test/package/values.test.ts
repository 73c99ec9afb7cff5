import { expect, test } from 'bun:test'
import { join } from 'node:path'
import ts from '@typescript/typescript6'
import { runOk } from '../support/process.ts'
import { createConsumer, nodeFile } from './consumer.ts'

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  types: [],
}

/** The names that a declaration file exports as values. */
const declaredValues = (file: string): string[] => {
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module.`)
  const isTypeOnly = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((node) => ts.isTypeOnlyExportDeclaration(node))
  const isValue = (symbol: ts.Symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return !isTypeOnly(symbol) && (target.flags & ts.SymbolFlags.Value) !== 0
  }
  const names = checker.getExportsOfModule(module).filter(isValue)
  return names.map(({ name }) => name).sort()
}

test.each([
  ['index', '.js', process.execPath],
  ['client', '.js', nodeFile()],
  ['testing', '.js', nodeFile()],
  ['client', '.cjs', nodeFile()],
  ['testing', '.cjs', nodeFile()],
])('the declarations of %s%s have the values that the module has when it runs', async (entry, extension, runtime) => {
  const load = extension === '.cjs' ? 'require' : 'await import'
  const program = `console.log(JSON.stringify(Object.keys(${load}('music-library/${entry}${extension}')).sort()))`
  using consumer = await createConsumer({})
  const specifier = join(consumer.packageFolder, `${entry}${extension}`)
  const file = join(consumer.path, extension === '.cjs' ? 'main.cjs' : 'main.mjs')
  await Bun.write(file, program.replace(`music-library/${entry}${extension}`, specifier))
  const values = JSON.parse(await runOk([runtime, file], consumer.path))
  expect(values).not.toBeEmpty()
  const declarations = extension === '.cjs' ? '.d.cts' : '.d.ts'
  expect(declaredValues(join(consumer.packageFolder, entry + declarations))).toEqual(values)
})

test('the declarations of App have no values', async () => {
  using consumer = await createConsumer({})
  expect(declaredValues(join(consumer.packageFolder, 'app.d.ts'))).toEqual([])
})
