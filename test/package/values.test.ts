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

/** The names that declaration files export as values. The files are one program, since the libraries take a second to read. */
const declaredValues = (files: string[]): string[][] => {
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  return files.map((file) => valuesOf(program, checker, file))
}

const valuesOf = (program: ts.Program, checker: ts.TypeChecker, file: string) => {
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

const entries = [
  ['index', '.js', process.execPath],
  ['client', '.js', nodeFile()],
  ['testing', '.js', nodeFile()],
  ['client', '.cjs', nodeFile()],
  ['testing', '.cjs', nodeFile()],
] as const

test('the declarations of each entry have the values that the module has when it runs, and those of App none', async () => {
  using consumer = await createConsumer({})
  const values: string[][] = []
  for (const [entry, extension, runtime] of entries) {
    const load = extension === '.cjs' ? 'require' : 'await import'
    const specifier = join(consumer.packageFolder, `${entry}${extension}`)
    const file = join(consumer.path, extension === '.cjs' ? 'main.cjs' : 'main.mjs')
    await Bun.write(file, `console.log(JSON.stringify(Object.keys(${load}('${specifier}')).sort()))`)
    values.push(JSON.parse(await runOk([runtime, file], consumer.path)))
  }
  for (const names of values) expect(names).not.toBeEmpty()
  const declarations = entries.map(([entry, extension]) => entry + (extension === '.cjs' ? '.d.cts' : '.d.ts'))
  const files = [...declarations, 'app.d.ts'].map((name) => join(consumer.packageFolder, name))
  expect(declaredValues(files)).toEqual([...values, []])
})
