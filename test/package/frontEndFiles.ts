import { join } from 'node:path'

/** The files that a page tells its readers to write: the block of each follows its name. */
export const readFilesOf = async (page: string): Promise<Record<string, string>> => {
  const text = await Bun.file(join(import.meta.dir, '../..', page)).text()
  return Object.fromEntries(
    [...text.matchAll(/`(src\/[\w.]+)`.*?^```\w+\n(.*?)^```$/gms)].map(([, name = '', code = '']) => [name, code]),
  )
}

/** The options of the compiler in `npm create vite -- --template react-ts`, without the types of packages. */
export const viteOptions = {
  target: 'ES2022',
  useDefineForClassFields: true,
  module: 'ESNext',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedSideEffectImports: true,
  jsx: 'react-jsx',
}
