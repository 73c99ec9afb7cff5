import { join } from 'node:path'
import { runOk } from '../process.ts'

const root = join(import.meta.dir, '../../..')

export const buildExecutable = async (folder: string) => {
  const path = join(folder, 'music-library')
  await runOk([process.execPath, 'scripts/build.ts', path], root)
  return { text: path }
}
