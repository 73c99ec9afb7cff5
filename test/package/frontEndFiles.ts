import { join } from 'node:path'

/** The files that a page tells its readers to write: the block of each follows its name. */
export const readFilesOf = async (page: string): Promise<Record<string, string>> => {
  const text = await Bun.file(join(import.meta.dir, '../..', page)).text()
  return Object.fromEntries(
    [...text.matchAll(/`(src\/[\w.]+)`.*?^```\w+\n(.*?)^```$/gms)].map(([, name = '', code = '']) => [name, code]),
  )
}
