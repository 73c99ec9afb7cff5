import { join } from 'node:path'
import { runOk } from '../process.ts'

const root = join(import.meta.dir, '../../..')

/** A backup of so many labels takes a while, and their export is longer than what connections and pipes hold. */
const largeLibraryLabels = 150_000

/** Creates the file of a library with many labels, and without accounts. */
export const createLargeLibrary = async (folder: string) => {
  const labels = Array.from({ length: largeLibraryLabels }, (_, n) => ({ name: `${n} ${'x'.repeat(90)}` }))
  const catalogue = join(folder, 'catalogue.json')
  await Bun.write(catalogue, JSON.stringify({ labels }))
  const path = join(folder, 'library.db')
  await runOk([process.execPath, 'src/main.ts', 'seed', catalogue, '--new', '--quiet', '--database', path], root)
  return { text: path }
}
