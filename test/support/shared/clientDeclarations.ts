import { join } from 'node:path'
import { runOk } from '../process.ts'

const root = join(import.meta.dir, '../../..')

/** Emits the declarations of the client. @throws Error with what tsc prints, if the client has errors */
export const emitClientDeclarations = async (folder: string) => {
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', folder]
  await runOk([join(root, 'node_modules/.bin/tsc'), '--project', 'client', ...emit], root)
  return { text: folder }
}
