import { join } from 'node:path'

/** Bundles a file of this folder, or another one that is given by its path from here, for browsers. */
export const bundle = async (path: string): Promise<string> => {
  const entrypoints = [join(import.meta.dir, path)]
  const { outputs } = await Bun.build({ entrypoints, target: 'browser', format: 'esm', minify: true })
  const [output] = outputs
  if (!output || outputs.length > 1) throw new Error(`${path} was not bundled into one file.`)
  return output.text()
}
